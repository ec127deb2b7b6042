import { limits } from "@tollgate/contract/limits";
import type { BudgetTerm } from "../ledger.ts";

/** A budget's columns of `users` and `tokens`. */
export interface BudgetState {
  budget_period: string;
  budget_quota: number;
  /** Start of the period of `budget_used`. */
  budget_start: number;
  /** Spent, or in a lease. */
  budget_used: number;
}

/** What is neither spent nor in a lease in the term; everything where the budget was removed or changed its period. */
export function leftOfBudget(state: BudgetState | undefined, term: BudgetTerm): number {
  if (state?.budget_period !== term.period) return limits.quotaMax;
  return Math.max(0, state.budget_quota - (state.budget_start < term.start ? 0 : state.budget_used));
}
