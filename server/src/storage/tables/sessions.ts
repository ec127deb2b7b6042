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
  /** How the user signed in. */
  method: Generated<string>;
  /** 1: the sign-in waits for its second factor and gives no rights yet. */
  second_factor_pending: Generated<number>;
  /** Codes that were tried while it waits. */
  wrong_codes: Generated<number>;
  /** 1: signed in with a passkey that checked its user, which is two factors at once. */
  two_factors: Generated<number>;
}
