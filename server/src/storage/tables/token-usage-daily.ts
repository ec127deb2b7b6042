/** What each token spent by day, written in the same transaction as the log rows. */
export interface TokenUsageDailyTable {
  token_id: number;
  /** Start of the day in UTC, epoch seconds. */
  day: number;
  quota: number;
  request_count: number;
}
