/**
 * Roll-up of calls that did not succeed, by outcome; the calls are part of `usage_hourly`, too. Written in the same
 * transaction.
 */
export interface UsageHourlyOutcomesTable {
  /** Start of the hour, epoch seconds. */
  hour: number;
  user_id: number;
  channel_id: number;
  model_name: string;
  /** As in `logs`, never 0. */
  outcome: number;
  request_count: number;
  quota: number;
  prompt_tokens: number;
  completion_tokens: number;
}
