import type { Generated } from "kysely";

/** One row per exchange or event. Few indexes: each costs every insert. */
export interface LogsTable {
  id: Generated<number>;
  created_at: number;
  type: number;
  content: string;
  user_id: number;
  username: string;
  token_id: number;
  token_name: string;
  model_name: string;
  quota: number;
  prompt_tokens: number;
  completion_tokens: number;
  channel_id: number;
  request_time: number;
  is_stream: number;
  source_ip: string;
  request_id: string;
  metadata: string;
}
