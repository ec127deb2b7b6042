import type { Generated } from "kysely";

/**
 * Columns of a budget, in `users` and `tokens`. A period and its quota are set in the console; only the ledger writes
 * the others.
 */
export interface BudgetColumns {
  budget_period: Generated<"none" | "day" | "week" | "month">;
  /** Quota that may be spent in each period. */
  budget_quota: Generated<number>;
  /** Start of the period that `budget_used` counts, epoch seconds. A later period begins at 0. */
  budget_start: Generated<number>;
  /** Booked and leased in that period. */
  budget_used: Generated<number>;
}
