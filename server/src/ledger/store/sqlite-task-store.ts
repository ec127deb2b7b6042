import type SQLite from "better-sqlite3";
import type { TaskChange, TaskClaim } from "../task-ledger.ts";
import { taskFactNames, type TaskRow, taskStateNames } from "../task-row.ts";
import { sqliteBooking } from "./sqlite-booking.ts";
import { sqliteBudgets } from "./sqlite-budgets.ts";
import { sqliteQuota } from "./sqlite-quota.ts";
import {
  coveredBy,
  type HoldRow,
  holdMissing,
  longestDue,
  type NewTask,
  type TaskStore,
  termsOf,
} from "./task-store.ts";
import type { ChargedRow, LeaseKind } from "./usage-store.ts";

const taskNames = [...taskFactNames, ...taskStateNames] as const;
const marks = (count: number): string => Array.from({ length: count }, () => "?").join(", ");

/** The statements of tasks and holds on SQLite. Every transaction takes the write lock immediately. */
export function sqliteTaskStore(db: SQLite.Database, processId: string): TaskStore {
  const quota = sqliteQuota(db, processId);
  const budgets = sqliteBudgets(db, processId);
  const book = sqliteBooking(db, quota, budgets);
  const addHold = db.prepare(
    `insert into holds (task_id, user_id, token_id, token_limited, amount, user_term_period, user_term_start,
       user_term_amount, token_term_period, token_term_start, token_term_amount, created_at)
     values (@task_id, @user_id, @token_id, @token_limited, @amount, @user_term_period, @user_term_start,
       @user_term_amount, @token_term_period, @token_term_start, @token_term_amount, @created_at)`,
  );
  const hasHold = db.prepare("select 1 from holds where task_id = ?");
  const dropHold = db.prepare<[string], HoldRow>("delete from holds where task_id = ? returning *");
  const addTask = db.prepare(
    `insert into tasks (${taskNames.join(", ")}, version) values (${marks(taskNames.length)}, 1)`,
  );
  const setTask = db.prepare(
    `update tasks set ${taskStateNames.map((name) => `${name} = ?`).join(", ")}, version = version + 1
     where task_id = ? and version = ?`,
  );
  const claimSome = db.prepare<unknown[], TaskRow>(
    `update tasks set lease_owner = ?, lease_until = ?, version = version + 1 where id in (
       select id from (
         select id, due_at, row_number() over (partition by user_id order by due_at, id) as turn from (
           select id, user_id, due_at from tasks
           where platform = ? and channel_id = ? and channel_key = ? and due_at > 0 and due_at <= ? and lease_until <= ?
             and expires_at <= ?
           order by due_at, id limit ${longestDue}))
       order by turn, due_at, id limit ?)
     returning *`,
  );
  const dropTask = db.prepare("delete from tasks where task_id = ? and user_id = ? and charge <> 'held'");

  const change = ({ row, state }: TaskChange): boolean =>
    setTask.run(...taskStateNames.map((name) => state[name]), row.task_id, row.version).changes === 1;

  /** From this process's lease; where the sweeper returned that, from the owner. */
  const takeHeld = (kind: LeaseKind, ownerId: number, amount: number): boolean =>
    amount === 0 || quota.spend(kind, ownerId, amount) || quota.take(kind, ownerId, amount);

  const open = db.transaction((hold: HoldRow, task: NewTask): boolean => {
    if (hasHold.get(hold.task_id)) return true;
    if (!takeHeld("user", hold.user_id, hold.amount)) return false;
    if (hold.token_limited === 1 && !takeHeld("token", hold.token_id, hold.amount)) throw new QuotaGone();
    const held = { user_term_amount: 0, token_term_amount: 0 };
    for (const owner of termsOf(hold)) held[`${owner.kind}_term_amount`] = budgets.spend(owner, hold.amount);
    addHold.run({ ...hold, ...held });
    addTask.run(taskNames.map((name) => task[name]));
    return true;
  });

  const settle = db.transaction((ended: TaskChange, row: ChargedRow): boolean => {
    if (!change(ended)) return false;
    const hold = dropHold.get(ended.row.task_id);
    if (!hold) throw holdMissing(ended.row.task_id);
    // The hold becomes a lease for a moment, so that it is booked like every other call.
    quota.lease("user", hold.user_id, hold.amount);
    if (hold.token_limited === 1) quota.lease("token", hold.token_id, hold.amount);
    const terms = termsOf(hold);
    for (const owner of terms) budgets.put(owner, owner.amount);
    const covered = coveredBy(hold, row);
    const charged = book([covered]) === 1 ? covered.quota : 0;
    const rest = hold.amount - charged;
    release("user", hold.user_id, rest);
    if (hold.token_limited === 1) release("token", hold.token_id, rest);
    budgets.release(terms.map((owner) => ({ ...owner, amount: Math.max(0, owner.amount - charged) })));
    quota.clear();
    return true;
  });

  function release(kind: LeaseKind, ownerId: number, amount: number): void {
    if (amount > 0 && quota.spend(kind, ownerId, amount)) quota.add(kind, ownerId, amount);
  }

  const changeAll = db.transaction((changes: readonly TaskChange[]): string[] =>
    changes.filter(change).map(({ row }) => row.task_id),
  );

  return {
    async openTask(hold, task) {
      try {
        return open.immediate(hold, task);
      } catch (error) {
        if (error instanceof QuotaGone) return false;
        throw error;
      }
    },
    changeTasks: async (changes) => changeAll.immediate(changes),
    settleTask: async (ended, row) => settle.immediate(ended, row),
    claimTasks: async ({ owner, now, until, group, limit, expiring }: TaskClaim) =>
      claimSome.all(
        owner,
        until,
        group.platform,
        group.channel_id,
        group.channel_key,
        now,
        now,
        expiring ?? Number.MAX_SAFE_INTEGER,
        limit,
      ),
    removeTask: async (taskId, userId) => dropTask.run(taskId, userId).changes === 1,
  };
}

/** The token's part of a reservation is gone: rolls back the user's part. */
class QuotaGone extends Error {
  override name = "QuotaGone";
}
