/** One row per job: when it began last in any process, and who is at it. */
export interface JobRunsTable {
  name: string;
  /** Epoch seconds. */
  started_at: number;
  /** Whose run it is; empty when it ended. */
  holder: string;
  /** Epoch seconds until which the holder need not say that it lives. */
  held_until: number;
  /** JSON text; how far it is, where a job tells. */
  progress: string;
}
