/**
 * Roll-up of the same calls as `usage_hourly` by API token, written in the same transaction. It begins with migration
 * 0024.
 */
export interface UsageHourlyTokensTable {
  /** 0: calls without a token, collected in one row. */
  token_id: number;
  /** Start of the hour, epoch seconds. */
  hour: number;
  /** The token's owner; 0 under token 0. */
  user_id: number;
  request_count: number;
  quota: number;
  prompt_tokens: number;
  completion_tokens: number;
}
