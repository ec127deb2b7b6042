/** Work that runs on a schedule, in one process at a time. */
export interface Job {
  /** Stable: the database stores the job under this name. */
  name: string;
  /** Seconds between two starts; 0: never. Read at every tick, so that a setting takes effect immediately. */
  interval(): number;
  run(): Promise<void>;
}
