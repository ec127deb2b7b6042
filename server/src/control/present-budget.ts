import { type BudgetChoice, budgetPeriodEnd, budgetPeriodStart } from "@tollgate/contract/budgets";
import type { BudgetRow } from "../storage/repositories/budget-columns.ts";

export interface ShownBudget {
  budget_period: BudgetChoice;
  budget_quota: number;
  budget_used: number;
  budget_resets_at: number;
}

/** A budget as responses show it: what is held for running calls is not spent. `now` is epoch seconds. */
export function presentBudget(row: BudgetRow | undefined, now: number): ShownBudget {
  if (!row || row.budget_period === "none")
    return { budget_period: "none", budget_quota: 0, budget_used: 0, budget_resets_at: 0 };
  const isCurrent = row.budget_start >= budgetPeriodStart(row.budget_period, now);
  return {
    budget_period: row.budget_period,
    budget_quota: row.budget_quota,
    budget_used: isCurrent ? Math.max(0, row.budget_used - Number(row.budget_leased)) : 0,
    budget_resets_at: budgetPeriodEnd(row.budget_period, Math.max(now, row.budget_start)),
  };
}
