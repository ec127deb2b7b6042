import type { HoldsTable } from "../../storage/tables/tasks.ts";
import type { TaskChange, TaskClaim } from "../task-ledger.ts";
import type { TaskFacts, TaskRow, TaskState } from "../task-row.ts";
import { type ChargedRow, type LeaseKind, termPeriods } from "./usage-store.ts";

/**
 * Of the tasks that are due longest, a claim takes one of each user in turn: an account with hundreds of tasks does not
 * delay the others of its channel. An account has at most 500 unfinished tasks, so some of others are among these.
 */
export const longestDue = 1000;

/** The statements behind `TaskLedger`, one implementation per database, in the writer thread. */
export interface TaskStore {
  /**
   * Moves the hold's amounts out of this process's leases and stores both rows. A hold that is stored already counts as
   * success.
   */
  openTask(hold: HoldRow, task: NewTask): Promise<boolean>;
  /** See `TaskLedger.changeAll`. */
  changeTasks(changes: readonly TaskChange[]): Promise<string[]>;
  /**
   * Changes the task and ends its hold: books `row`, whose `quota` is at most the held amount, and returns the rest.
   */
  settleTask(change: TaskChange, row: ChargedRow): Promise<boolean>;
  claimTasks(claim: TaskClaim): Promise<TaskRow[]>;
  removeTask(taskId: string, userId: number): Promise<boolean>;
}

export type HoldRow = HoldsTable;
export type NewTask = TaskFacts & TaskState;

/** A hold's part of one budget. */
interface HeldTerm {
  kind: LeaseKind;
  ownerId: number;
  term: { period: (typeof termPeriods)[number]; start: number };
  amount: number;
}

/** The budgets that a hold counts to. */
export function termsOf(hold: HoldRow): HeldTerm[] {
  const terms = [
    ["user", hold.user_id, hold.user_term_period, hold.user_term_start, hold.user_term_amount],
    ["token", hold.token_id, hold.token_term_period, hold.token_term_start, hold.token_term_amount],
  ] as const;
  return terms.flatMap(([kind, ownerId, code, start, amount]) => {
    const period = termPeriods[code - 1];
    return period === undefined || start === 0 ? [] : [{ kind, ownerId, term: { period, start }, amount }];
  });
}

/** The row as it is booked: the hold covers its charge. */
export function coveredBy(hold: HoldRow, row: ChargedRow): ChargedRow {
  return {
    ...row,
    quota: Math.min(row.quota, hold.amount),
    token_limited: hold.token_limited === 1,
    user_term_period: hold.user_term_period,
    user_term_start: hold.user_term_start,
    token_term_period: hold.token_term_period,
    token_term_start: hold.token_term_start,
  };
}

/** A change should end a hold that does not exist: the transaction is rolled back. */
export function holdMissing(taskId: string): Error {
  return new Error(`the hold of the task ${taskId} is gone`);
}
