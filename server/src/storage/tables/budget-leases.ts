/**
 * Parts of a budget that a running process holds to reserve calls from. The sweeper returns those of dead processes.
 */
export interface BudgetLeasesTable {
  process_id: string;
  /** Owner of the budget: the user or the token. */
  kind: "user" | "token";
  owner_id: number;
  /** Start of the budget period that the part belongs to, epoch seconds. */
  period_start: number;
  amount: number;
}
