import { limits } from "@tollgate/contract/limits";
import type { BudgetTerms } from "./budget-terms.ts";
import type { Leases } from "./leases.ts";
import type { Payer } from "./ledger.ts";
import type { LeaseKind } from "./store/usage-store.ts";

/** The quota that a call can still reserve: the least of all accounts that pay. */
export async function quotaLeft(
  leases: Pick<Leases, "leftOf">,
  terms: Pick<BudgetTerms, "current">,
  { userId, tokenId, tokenUnlimited, userBudget, tokenBudget }: Payer,
): Promise<number> {
  const left = (kind: LeaseKind, budget?: Payer["userBudget"]): Promise<number> => {
    const term = budget && terms.current(budget.period);
    return leases.leftOf({ kind, ownerId: kind === "user" ? userId : tokenId, term });
  };
  const parts = [left("user")];
  if (!tokenUnlimited) parts.push(left("token"));
  if (userBudget) parts.push(left("user", userBudget));
  if (tokenBudget) parts.push(left("token", tokenBudget));
  return Math.min(limits.quotaMax, ...(await Promise.all(parts)));
}
