/** Roll-up of consumption rows, written in the same transaction as the rows themselves. */
export interface UsageHourlyTable {
  /** Start of the hour, epoch seconds. */
  hour: number;
  user_id: number;
  channel_id: number;
  model_name: string;
  request_count: number;
  quota: number;
  prompt_tokens: number;
  completion_tokens: number;
  request_time: number;
}
