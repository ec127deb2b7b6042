import { type BudgetPeriod, budgetPeriods, budgetPeriodStart } from "@tollgate/contract/budgets";
import type { BudgetTerm } from "./ledger.ts";

/** The current period of each kind of budget. */
export interface BudgetTerms {
  /** The same object until the period ends. */
  current(period: BudgetPeriod): BudgetTerm;
  /** Another process, whose clock is ahead, has begun a later period. */
  adopt(period: BudgetPeriod, start: number): void;
}

const daySeconds = 86_400;

/**
 * Periods never run backwards: where clocks of processes differ, the first one begins the period for all. `now` is
 * epoch seconds.
 */
export function createBudgetTerms(now: () => number): BudgetTerms {
  let terms = termsAt(0);
  /** Every period ends at a midnight in UTC. */
  let midnight = 0;

  function begin(period: BudgetPeriod, start: number): void {
    if (start > terms[period].start) terms = { ...terms, [period]: { period, start } };
  }

  return {
    current(period) {
      const at = now();
      if (at >= midnight) {
        midnight = (Math.floor(at / daySeconds) + 1) * daySeconds;
        for (const each of budgetPeriods) begin(each, budgetPeriodStart(each, at));
      }
      return terms[period];
    },
    adopt: begin,
  };
}

function termsAt(at: number): Record<BudgetPeriod, BudgetTerm> {
  const term = (period: BudgetPeriod): BudgetTerm => ({ period, start: budgetPeriodStart(period, at) });
  return { day: term("day"), week: term("week"), month: term("month") };
}
