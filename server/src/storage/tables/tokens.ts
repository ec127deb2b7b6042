import type { Generated } from "kysely";
import type { BudgetColumns } from "../budget-columns.ts";

/** Access tokens for the relay. Only the ledger writes `remain_quota` and `used_quota` once the token exists. */
export interface TokensTable extends BudgetColumns {
  id: Generated<number>;
  user_id: number;
  name: string;
  /** HMAC-SHA256 of the key, hex: the lookup. */
  key_hash: string;
  /** AES-256-GCM, bound to the row's hash. */
  key_encrypted: string;
  /** Last four characters. */
  key_hint: string;
  /** Hash of the key before the last rotation; empty: there is none. */
  old_key_hash: Generated<string>;
  /** Epoch seconds until which that key is valid. */
  old_key_expires: Generated<number>;
  status: number;
  created_time: number;
  accessed_time: number;
  /** Epoch seconds; -1 never. */
  expired_time: number;
  remain_quota: number;
  unlimited_quota: number;
  used_quota: number;
  group: string;
  backup_group: string;
  chat_cache: number;
  /** JSON of the contract's `tokenSetting`. */
  setting: string;
  /** Limits of this token; 0: none. */
  requests_per_minute: Generated<number>;
  tokens_per_minute: Generated<number>;
  concurrency: Generated<number>;
  deleted_time: number;
}
