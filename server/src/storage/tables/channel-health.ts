/** How attempts at each channel ended, rolled up. A row of one span contains the sums of every process. */
export interface ChannelHealthTable {
  channel_id: number;
  /** Length of the span in seconds: 300 or 3600. */
  span: number;
  /** Start of the span, epoch seconds. */
  start: number;
  successes: number;
  authentication: number;
  no_balance: number;
  rate_limit: number;
  timeout: number;
  server_error: number;
  bad_answer: number;
  not_found: number;
  wrong_request: number;
  connection: number;
  /** Milliseconds to the first token of successful streams, summed, and the number of these streams. */
  first_token_sum: number;
  first_token_count: number;
  /** Milliseconds to the end of successful attempts, summed. */
  response_sum: number;
}
