/** Work that comes back by the clock, in one process at a time. */
export interface Job {
  /** Stable: the database knows the job by it. */
  name: string;
  /** Seconds between two starts; 0: not at all. Asked at every look, so that a setting counts at once. */
  interval(): number;
  run(): Promise<void>;
}
