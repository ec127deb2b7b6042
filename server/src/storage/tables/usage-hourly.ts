import type { Generated } from "kysely";

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
  /** Asynchronous tasks among the requests, and their part of `request_time`, which is no latency. */
  task_count: Generated<number>;
  task_time: Generated<number>;
}
