/** Roll-up of uncovered cost, written in the same transaction as the log rows. */
export interface UncollectedDailyTable {
  /** Start of the day in UTC, epoch seconds. */
  day: number;
  quota: number;
  calls: number;
}
