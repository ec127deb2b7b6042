import type { Reservation, Settlement } from "./ledger.ts";
import type { TaskFacts, TaskRow, TaskState } from "./task-row.ts";

export type { StoredTaskStatus, TaskFacts, TaskRow, TaskState } from "./task-row.ts";

/**
 * Tasks with their money. Every change of a task and its effect on balances is one transaction; a change with an
 * outdated version does nothing. Quota of an unfinished task is a hold: a row that outlives the process, unlike a
 * lease.
 */
export interface TaskLedger {
  /**
   * Stores a task and turns the reservation into its hold. False: the reserved quota is gone (this process was declared
   * dead), and nothing was stored. The reservation ends in any case.
   */
  open(reservation: Reservation, task: TaskFacts & TaskState): Promise<boolean>;
  /** Changes a task if it still has the version of `row`. False: it has another one, and nothing has changed. */
  change(row: Pick<TaskRow, "task_id" | "version">, state: TaskState): Promise<boolean>;
  /** The same for several, in one transaction. Returns the ids of those that were changed. */
  changeAll(changes: readonly TaskChange[]): Promise<string[]>;
  /**
   * The same, and ends the hold: charges the cost, at most what was held, releases the rest, and writes the log row.
   * @throws if the task has no hold
   */
  settle(
    row: Pick<TaskRow, "task_id" | "version">,
    state: TaskState,
    settlement: Settlement,
  ): Promise<boolean>;
  /** Leases due tasks of one channel key, the longest due first, so that no other process queries about them. */
  claim(claim: TaskClaim): Promise<TaskRow[]>;
  /** Deletes a finished task of the user. False: there is none, or it is not finished. */
  remove(taskId: string, userId: number): Promise<boolean>;
}

export interface TaskChange {
  row: Pick<TaskRow, "task_id" | "version">;
  state: TaskState;
}

/** Which tasks a process leases. Times are epoch milliseconds. */
export interface TaskClaim {
  owner: string;
  now: number;
  /** When the lease ends if the process dies. */
  until: number;
  group: { platform: string; channel_id: number; channel_key: number };
  limit: number;
  /** Only tasks that expire until then; absent: all. */
  expiring?: number;
}
