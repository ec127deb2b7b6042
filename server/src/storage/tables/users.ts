import type { Generated } from "kysely";
import type { BudgetColumns } from "../budget-columns.ts";

/** People. `quota` is spendable balance in quota units and is written by the ledger alone. */
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
  /** Keyed hash of the console API access token; empty: none was made. */
  access_token_hash: string;
  created_time: number;
  last_login_time: number;
  last_login_ip: string;
  /** Epoch seconds; 0 for a living user. */
  deleted_time: number;
  /** Accounts elsewhere that sign this user in; empty: not linked. GitHub's is its numeric id. */
  github_id: Generated<string>;
  /** GitHub's login name, for showing; older databases of the family know users by it alone. */
  github_login: Generated<string>;
  wechat_id: Generated<string>;
  lark_id: Generated<string>;
  oidc_id: Generated<string>;
  telegram_id: Generated<string>;
  /** 1: the user has shown that the address is theirs. */
  email_verified: Generated<number>;
  /** Code of the user's invitation link; empty until first asked for. */
  aff_code: Generated<string>;
  /** Who invited this user; 0: nobody. */
  inviter_id: Generated<number>;
  /** Sealed secret of the second factor; in force once `totp_confirmed_time` is not 0. */
  totp_secret_encrypted: Generated<string>;
  totp_confirmed_time: Generated<number>;
  /** Time step of the last code that was taken, so that none is taken twice. */
  totp_last_step: Generated<number>;
  /** JSON: what the user wants to be told by mail. */
  notify_setting: Generated<string>;
  /** When the user asked for the account to be deleted; 0: never. */
  deletion_requested_time: Generated<number>;
  /** Language that the user reads, as last seen; empty: unknown. */
  language: Generated<string>;
  /** 1: the user was reminded of a low balance, and it was not seen above the threshold since. */
  balance_reminded: Generated<number>;
  /** JSON: quota that a new account and who invited it are still owed; empty once booked. */
  welcome_due: Generated<string>;
}
