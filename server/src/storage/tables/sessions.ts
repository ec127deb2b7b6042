import type { Generated } from "kysely";

/** Browser sessions. The cookie's value is stored hashed only. */
export interface SessionsTable {
  id_hash: string;
  user_id: number;
  created_time: number;
  last_seen_time: number;
  expires_time: number;
  source_ip: string;
  user_agent: string;
  /** Sign-in method. */
  method: Generated<string>;
  /** 1: the sign-in waits for two-factor authentication and gives no rights yet. */
  second_factor_pending: Generated<number>;
  /** Codes that were tried while it waits. */
  wrong_codes: Generated<number>;
  /** 1: signed in with a passkey that verified its user, which counts as two factors. */
  two_factors: Generated<number>;
}
