import type { Generated } from "kysely";

/** People. `quota` is spendable balance in quota units and is written by the ledger alone. */
export interface UsersTable {
  id: Generated<number>;
  username: string;
  password_hash: string;
  display_name: string;
  role: number;
  status: number;
  email: string;
  avatar_url: string;
  group: string;
  quota: number;
  used_quota: number;
  request_count: number;
  /** Keyed hash of the console API access token; empty: none was made. */
  access_token_hash: string;
  created_time: number;
  last_login_time: number;
  last_login_ip: string;
  /** Epoch seconds; 0 for a living user. */
  deleted_time: number;
}
