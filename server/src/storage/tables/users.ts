import type { Generated } from "kysely";
import type { BudgetColumns } from "../budget-columns.ts";

/** People. `quota` is spendable balance in quota units, written by the ledger alone. */
export interface UsersTable extends BudgetColumns {
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
  /** What calls cost above reservation and balance since the last credit; written by the ledger alone. */
  uncollected: Generated<number>;
  request_count: number;
  /** Keyed hash of the console API access token; empty: none exists. */
  access_token_hash: string;
  created_time: number;
  last_login_time: number;
  last_login_ip: string;
  /** Epoch seconds; 0 for a living user. */
  deleted_time: number;
  /** External accounts that sign this user in; empty: not linked. GitHub's is its numeric id. */
  github_id: Generated<string>;
  /** GitHub's login name, for display; older databases of the family identify users by it alone. */
  github_login: Generated<string>;
  wechat_id: Generated<string>;
  lark_id: Generated<string>;
  oidc_id: Generated<string>;
  telegram_id: Generated<string>;
  /** 1: the user has confirmed the address. */
  email_verified: Generated<number>;
  /** Code of the user's invitation link; empty until first used. */
  aff_code: Generated<string>;
  /** The inviter; 0: none. */
  inviter_id: Generated<number>;
  /** Encrypted secret of two-factor authentication; active once `totp_confirmed_time` is not 0. */
  totp_secret_encrypted: Generated<string>;
  totp_confirmed_time: Generated<number>;
  /** Time step of the last used code, so that none is used twice. */
  totp_last_step: Generated<number>;
  /** JSON: the user's notice preferences. */
  notify_setting: Generated<string>;
  /** When the user requested deletion of the account; 0: never. */
  deletion_requested_time: Generated<number>;
  /** Language that the user reads, as last seen; empty: unknown. */
  language: Generated<string>;
  /** 1: the user was reminded of a low balance, and the balance was not seen above the threshold since. */
  balance_reminded: Generated<number>;
  /** JSON: quota that a new account and its inviter are still owed; empty once booked. */
  welcome_due: Generated<string>;
}
