import { limits } from "@tollgate/contract/limits";
import { quotaChangeForm } from "@tollgate/contract/users";
import type { Resolver } from "react-hook-form";
import * as z from "zod";
import { formResolver } from "../../lib/forms/form-resolver";

export type Direction = "add" | "take";

export interface BalanceValues {
  /** Unsigned: the direction contains the sign. */
  quota: number;
  remark: string;
}

/** The contract's rules for an amount whose sign is chosen beside it; no one can lose more than there is. */
export function balanceResolver(balance: number, direction: Direction): Resolver<BalanceValues> {
  const most = direction === "add" ? Math.max(0, limits.quotaMax - balance) : limits.quotaMax;
  const quota = z
    .int()
    .refine((amount) => amount > 0, { params: { code: "user.quota_not_positive" } })
    .refine((amount) => direction === "add" || amount <= balance, {
      params: { code: "user.balance_too_low" },
    })
    .max(most);
  return formResolver(z.object({ quota, remark: quotaChangeForm.shape.remark })) as Resolver<BalanceValues>;
}
