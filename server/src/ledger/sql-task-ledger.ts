import { figureFields } from "./figure-fields.ts";
import type { Reservation, Settlement } from "./ledger.ts";
import type { Reservations } from "./reservations.ts";
import type { TaskStore } from "./store/task-store.ts";
import { type ChargedRow, noCharge } from "./store/usage-store.ts";
import { storedTerms } from "./stored-terms.ts";
import type { TaskChange, TaskLedger } from "./task-ledger.ts";

/** Tasks and their holds over the writer thread. `now` is epoch seconds. */
export function createTaskLedger({
  store,
  reservations,
  now,
}: {
  store: TaskStore;
  reservations: Pick<Reservations, "putBack">;
  now: () => number;
}): TaskLedger {
  const holdOf = (reservation: Reservation, taskId: string) => ({
    task_id: taskId,
    user_id: reservation.userId,
    token_id: reservation.tokenId,
    token_limited: reservation.tokenUnlimited ? 0 : 1,
    amount: reservation.amount,
    ...storedTerms(reservation),
    // The store writes the leases' share of them.
    user_term_amount: 0,
    token_term_amount: 0,
    created_at: now(),
  });

  return {
    async open(reservation, task) {
      let stored: boolean;
      try {
        stored = await store.openTask(holdOf(reservation, task.task_id), wellFormed(task));
      } catch (error) {
        // It may have been stored. The amount stays reserved until this process ends or the task expires.
        reservations.putBack(reservation, 0);
        throw error;
      }
      reservations.putBack(reservation, stored ? 0 : reservation.amount);
      return stored;
    },
    async change(row, state) {
      return (await store.changeTasks([storable({ row, state })])).length === 1;
    },
    async changeAll(changes) {
      return changes.length === 0 ? [] : store.changeTasks(changes.map(storable));
    },
    settle: (row, state, settlement) => store.settleTask(storable({ row, state }), chargedRow(settlement)),
    claim: (claim) => store.claimTasks(claim),
    remove: (taskId, userId) => store.removeTask(taskId, userId),
  };
}

/** The store fills in the token and budgets of the hold. */
function chargedRow({ cost, record }: Settlement): ChargedRow {
  return wellFormed({
    ...noCharge,
    ...record,
    metadata: JSON.stringify(record.metadata),
    quota: cost,
    ...figureFields(record),
  });
}

function storable({ row: { task_id, version }, state }: TaskChange): TaskChange {
  return { row: { task_id, version }, state: wellFormed(state) };
}

/** Neither database stores lone surrogates, and PostgreSQL no NUL. */
function wellFormed<Row extends object>(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === "string" ? value.toWellFormed().replaceAll("\0", "") : value,
    ]),
  ) as Row;
}
