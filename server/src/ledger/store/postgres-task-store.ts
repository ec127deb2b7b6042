import type pg from "pg";
import type { TaskChange } from "../task-ledger.ts";
import {
  taskFactColumns,
  taskFactNames,
  type TaskRow,
  taskStateColumns,
  taskStateNames,
} from "../task-row.ts";
import { inTransaction } from "../../storage/writer/postgres-transaction.ts";
import { postgresBooking } from "./postgres-booking.ts";
import { postgresBudgets } from "./postgres-budgets.ts";
import { postgresQuota } from "./postgres-quota.ts";
import { coveredBy, type HoldRow, holdMissing, longestDue, type TaskStore, termsOf } from "./task-store.ts";
import type { LeaseKind } from "./usage-store.ts";

const columns = { ...taskFactColumns, ...taskStateColumns };
const taskNames = [...taskFactNames, ...taskStateNames] as const;
const typed = (names: readonly (keyof typeof columns)[]): string =>
  names.map((name) => `${name} ${columns[name]}`).join(", ");

const insertTask = `
  insert into tasks (${taskNames.join(", ")}, version)
  select ${taskNames.join(", ")}, 1 from json_to_recordset($1) as r (${typed(taskNames)})`;
const holdColumns = {
  task_id: "text",
  user_id: "bigint",
  token_id: "bigint",
  token_limited: "integer",
  amount: "bigint",
  user_term_period: "integer",
  user_term_start: "bigint",
  user_term_amount: "bigint",
  token_term_period: "integer",
  token_term_start: "bigint",
  token_term_amount: "bigint",
  created_at: "bigint",
} as const satisfies Record<keyof HoldRow, string>;
const holdNames = Object.keys(holdColumns).join(", ");
const insertHold = `
  insert into holds (${holdNames}) select ${holdNames} from json_to_recordset($1) as r (${Object.entries(
    holdColumns,
  )
    .map((column) => column.join(" "))
    .join(", ")})`;
/** In a fixed order, so that two processes that change the same tasks wait for each other instead of deadlocking. */
const updateTasks = `
  with r as (
    select r.*, t.id from json_to_recordset($1) as r (${typed(taskStateNames)}, task_id text, version integer)
    join tasks t on t.task_id = r.task_id and t.version = r.version order by t.id for update of t)
  update tasks t set ${taskStateNames.map((name) => `${name} = r.${name}`).join(", ")}, version = t.version + 1
  from r where t.id = r.id and t.version = r.version returning t.task_id`;
const claimSome = `
  update tasks set lease_owner = $1, lease_until = $2, version = version + 1 where id in (
    select t.id from tasks t join (
      select id, row_number() over (partition by user_id order by due_at, id) as turn from (
        select id, user_id, due_at from tasks
        where platform = $3 and channel_id = $4 and channel_key = $5 and due_at > 0 and due_at <= $6 and lease_until <= $6
          and expires_at <= $8
        order by due_at, id limit ${longestDue}) d) r on r.id = t.id
    where t.lease_until <= $6
    order by r.turn, t.due_at, t.id limit $7 for update of t skip locked)
  returning *`;

/** The statements of tasks and holds on a pool of one connection. */
export function postgresTaskStore(pool: pg.Pool, processId: string): TaskStore {
  const quota = postgresQuota(processId);
  const budgets = postgresBudgets(processId);
  const book = postgresBooking(quota, budgets, processId);

  async function change(client: pg.Pool | pg.PoolClient, changes: readonly TaskChange[]): Promise<string[]> {
    const rows = changes.map(({ row, state }) => ({ ...pickState(state), ...row }));
    const result = await client.query<{ task_id: string }>(updateTasks, [JSON.stringify(rows)]);
    return result.rows.map(({ task_id }) => task_id);
  }

  /** From this process's lease; where the sweeper returned that, from the owner. */
  async function takeHeld(
    client: pg.PoolClient,
    kind: LeaseKind,
    ownerId: number,
    amount: number,
  ): Promise<boolean> {
    if (amount === 0 || (await quota.spend(client, kind, ownerId, amount))) return true;
    return quota.move(client, { kind, ownerId, amount }, amount);
  }

  async function release(
    client: pg.PoolClient,
    kind: LeaseKind,
    ownerId: number,
    amount: number,
  ): Promise<void> {
    if (amount > 0 && (await quota.spend(client, kind, ownerId, amount)))
      await quota.add(client, kind, ownerId, amount);
  }

  return {
    async openTask(hold, task) {
      try {
        return await inTransaction(pool, async (client) => {
          const known = await client.query("select 1 from holds where task_id = $1", [hold.task_id]);
          if (known.rowCount === 1) return true;
          const { user_id, token_id, amount } = hold;
          if (!(await takeHeld(client, "user", user_id, amount))) return false;
          if (hold.token_limited === 1 && !(await takeHeld(client, "token", token_id, amount)))
            throw new QuotaGone();
          const held = { user_term_amount: 0, token_term_amount: 0 };
          for (const owner of termsOf(hold))
            held[`${owner.kind}_term_amount`] = await budgets.spend(client, owner, amount);
          await client.query(insertHold, [JSON.stringify([{ ...hold, ...held }])]);
          await client.query(insertTask, [JSON.stringify([task])]);
          return true;
        });
      } catch (error) {
        if (error instanceof QuotaGone) return false;
        throw error;
      }
    },
    changeTasks: (changes) => change(pool, changes),
    settleTask: (ended, row) =>
      inTransaction(pool, async (client) => {
        if ((await change(client, [ended])).length === 0) return false;
        const found = await client.query<HoldRow>("delete from holds where task_id = $1 returning *", [
          ended.row.task_id,
        ]);
        const [hold] = found.rows;
        if (!hold) throw holdMissing(ended.row.task_id);
        // The hold becomes a lease for a moment, so that it is booked like every other call.
        await quota.lease(client, "user", hold.user_id, hold.amount);
        if (hold.token_limited === 1) await quota.lease(client, "token", hold.token_id, hold.amount);
        const terms = termsOf(hold);
        for (const owner of terms) await budgets.put(client, owner, owner.amount);
        const covered = coveredBy(hold, row);
        const charged = (await book(client, [covered])) === 1 ? covered.quota : 0;
        const rest = hold.amount - charged;
        await release(client, "user", hold.user_id, rest);
        if (hold.token_limited === 1) await release(client, "token", hold.token_id, rest);
        await budgets.release(
          client,
          terms.map((owner) => ({ ...owner, amount: Math.max(0, owner.amount - charged) })),
        );
        await quota.clear(client);
        return true;
      }),
    async claimTasks({ owner, now, until, group, limit, expiring = Number.MAX_SAFE_INTEGER }) {
      const { platform, channel_id, channel_key } = group;
      const values = [owner, until, platform, channel_id, channel_key, now, limit, expiring];
      return (await pool.query<TaskRow>(claimSome, values)).rows;
    },
    async removeTask(taskId, userId) {
      const result = await pool.query(
        "delete from tasks where task_id = $1 and user_id = $2 and charge <> 'held'",
        [taskId, userId],
      );
      return result.rowCount === 1;
    },
  };
}

/** Only the columns that a change sets, even if the object has others. */
function pickState(state: TaskChange["state"]): Record<string, string | number> {
  return Object.fromEntries(taskStateNames.map((name) => [name, state[name]]));
}

/** The token's part of a reservation is gone: rolls back the user's part. */
class QuotaGone extends Error {
  override name = "QuotaGone";
}
