import type { Generated } from "kysely";
import type { TaskRow } from "../../ledger/task-row.ts";

/** Calls that end minutes after they were accepted. Columns: `ledger/task-row.ts`. */
export interface TasksTable extends TaskRow {
  id: Generated<number>;
}

/** Quota of unfinished tasks: taken from balance, token and budgets, and not charged yet. */
export interface HoldsTable {
  task_id: string;
  user_id: number;
  token_id: number;
  /** 1: the token's quota is held, too. */
  token_limited: number;
  amount: number;
  /** Periods of the budgets that the task counts to, as in `termPeriods`; start 0: no budget. */
  user_term_period: number;
  user_term_start: number;
  /** The held part of that budget. */
  user_term_amount: number;
  token_term_period: number;
  token_term_start: number;
  token_term_amount: number;
  /** Epoch seconds. */
  created_at: number;
}
