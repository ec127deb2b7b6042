/** One row per job: its last start in any process, and its current holder. */
export interface JobRunsTable {
  name: string;
  /** Epoch seconds. */
  started_at: number;
  /** Holder of the run; empty when it ended. */
  holder: string;
  /** Epoch seconds until which the holder's heartbeat is valid. */
  held_until: number;
  /** JSON text; the progress, for jobs that report it. */
  progress: string;
}
