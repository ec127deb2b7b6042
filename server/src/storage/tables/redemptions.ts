import type { Generated } from "kysely";

export interface RedemptionsTable {
  id: Generated<number>;
  /** Who created it. */
  user_id: number;
  name: string;
  /** Keyed hash of the code, for look-up. */
  code_hash: string;
  /** The sealed code; empty once the row is deleted. */
  code_encrypted: string;
  /** Last four characters of the code. */
  code_hint: string;
  /** 1 enabled, 2 disabled, 3 used. */
  status: number;
  /** Integer quota that the code adds. */
  quota: number;
  /** Epoch seconds, like the other times. */
  created_time: number;
  /** -1: never. */
  expired_time: number;
  /** 0: not redeemed. */
  redeemed_time: number;
  /** The user who redeemed it; 0: no one. */
  used_user_id: number;
  /** 0: not deleted. */
  deleted_time: number;
}
