import type { Generated } from "kysely";

/** Rewards of inviters. */
export interface InviteRewardsTable {
  id: Generated<number>;
  /** Id of the ledger entry that pays it. */
  reward_key: string;
  kind: "registration" | "first_top_up";
  inviter_id: number;
  invitee_id: number;
  /** The top-up that it is for; 0: none. */
  order_id: number;
  /** Integer quota. */
  quota: number;
  status: "pending" | "paid" | "cancelled";
  /** Why it was cancelled; empty: it was not. */
  reason: "" | "refund" | "limit" | "account";
  /** Epoch seconds, like the other times. */
  created_time: number;
  /** When it is paid. */
  due_time: number;
  /** When it was paid or cancelled; 0: pending. */
  settled_time: number;
}
