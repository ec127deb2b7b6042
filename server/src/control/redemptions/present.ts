import { type Redemption, redemptionStatus } from "@tollgate/contract/redemptions";
import { neverExpires } from "@tollgate/contract/tokens";
import type { RedemptionRow } from "../../storage/repositories/redemption-repository.ts";

/** A code as administrators see it, masked. */
export function presentRedemption(row: RedemptionRow, now: number): Redemption {
  return {
    id: row.id,
    user_id: row.user_id,
    name: row.name,
    key: `…${row.code_hint}`,
    status: shownStatus(row, now),
    quota: row.quota,
    created_time: row.created_time,
    expired_time: row.expired_time,
    redeemed_time: row.redeemed_time,
    used_user_id: row.used_user_id,
    used_username: row.used_username ?? "",
  };
}

/** Used and disabled codes stay so; an enabled one expires. */
export function shownStatus(row: Pick<RedemptionRow, "status" | "expired_time">, now: number): number {
  return row.status === redemptionStatus.enabled && isPast(row.expired_time, now)
    ? redemptionStatus.expired
    : row.status;
}

/** `time`: epoch seconds, or -1 for never. */
export function isPast(time: number, now: number): boolean {
  return time !== neverExpires && time <= now;
}
