import { type Redemption, redemptionForm, redemptionsAtOnce } from "@tollgate/contract/redemptions";
import { neverExpires } from "@tollgate/contract/tokens";
import * as z from "zod";

/** Values of the editor; `count` matters only for new codes. */
export interface RedemptionValues {
  name: string;
  quota: number;
  count: number;
  expired_time: number;
}

/** The form's schema; an existing code has no count. */
export const redemptionValues = redemptionForm.extend({
  count: z.int().min(1).max(redemptionsAtOnce),
  expired_time: redemptionForm.shape.expired_time.unwrap(),
});

export function newRedemptionValues(quotaPerUnit: number): RedemptionValues {
  return { name: "", quota: Math.round(10 * quotaPerUnit), count: 1, expired_time: neverExpires };
}

export function valuesOfRedemption({ name, quota, expired_time }: Redemption): RedemptionValues {
  return { name, quota, count: 1, expired_time };
}
