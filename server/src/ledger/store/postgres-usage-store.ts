import type pg from "pg";
import { openPostgres } from "../../storage/open-postgres.ts";
import { postgresItemStore } from "../../storage/writer/item-store.ts";
import { postgresOriginStore } from "../../storage/writer/origin-store.ts";
import { inTransaction } from "../../storage/writer/postgres-transaction.ts";
import { postgresBudgets } from "./postgres-budgets.ts";
import { postgresBooking } from "./postgres-booking.ts";
import { postgresQuota } from "./postgres-quota.ts";
import { postgresTaskStore } from "./postgres-task-store.ts";
import { keepFactor, type LeaseKind, type ProcessRow, type UsageStore } from "./usage-store.ts";
import type { WriterStore } from "./writer-store.ts";

/** A database that does not respond must not hold calls forever: they are rejected, and booking is retried. */
const queryMilliseconds = 10_000;

/** All stores of the writer thread over its own PostgreSQL connection. */
export function openPostgresUsageStore(
  url: string,
  processId: string,
  onError: (error: Error) => void,
): WriterStore {
  const pool = openPostgres(url, 1, onError, queryMilliseconds);
  return {
    ...postgresOriginStore(pool),
    ...postgresItemStore(pool),
    ...postgresTaskStore(pool, processId),
    ...postgresUsageStore(pool, processId),
    close: () => pool.end(),
  };
}

/** The store on a pool of one connection. A deadlock between processes is rolled back and retried. */
export function postgresUsageStore(pool: pg.Pool, processId: string): Omit<UsageStore, "close"> {
  const budgets = postgresBudgets(processId);
  const quota = postgresQuota(processId);
  const book = postgresBooking(quota, budgets, processId);

  return {
    extend: (kind, ownerId, need, preferred) =>
      inTransaction(pool, async (client) => {
        let moved = 0;
        if (
          preferred > need &&
          (await quota.move(client, { kind, ownerId, amount: preferred }, preferred * keepFactor))
        )
          moved = preferred;
        else if (await quota.move(client, { kind, ownerId, amount: need }, need)) moved = need;
        if (moved > 0) await quota.lease(client, kind, ownerId, moved);
        return moved;
      }),
    extendBudget: (owner, need, preferred) =>
      inTransaction(pool, (client) => budgets.extend(client, owner, need, preferred)),
    take: (kind, ownerId, amount) =>
      inTransaction(pool, async (client) => {
        const moved = await quota.takeUpTo(client, kind, ownerId, amount);
        if (moved > 0) await quota.lease(client, kind, ownerId, moved);
        return moved;
      }),
    left: ({ kind, ownerId, term }) =>
      term ? budgets.left(pool, { kind, ownerId, term }) : quota.available(pool, kind, ownerId),
    release: (changes) =>
      inTransaction(pool, async (client) => {
        const ofBudgets = changes.filter(({ term }) => term);
        if (ofBudgets.length > 0) await budgets.release(client, ofBudgets);
        for (const { kind, ownerId, amount, term } of changes) {
          if (term) continue;
          // The sweeper has already returned a missing lease.
          if (await quota.spend(client, kind, ownerId, amount))
            await quota.add(client, kind, ownerId, amount);
        }
        await quota.clear(client);
      }),
    commit: (rows) =>
      inTransaction(pool, async (client) => {
        await book(client, rows);
      }),
    async heartbeat(process, now) {
      const touched = await pool.query("update processes set heartbeat_at = $1 where id = $2", [
        now,
        process.id,
      ]);
      return touched.rowCount === 1;
    },
    async register(process, now) {
      await pool.query(
        `insert into processes (id, host, pid, started_at, heartbeat_at) values ($1, $2, $3, $4, $4)
         on conflict (id) do nothing`,
        [process.id, process.host, process.pid, now],
      );
    },
    async listProcesses() {
      const result = await pool.query<ProcessRow>("select id, host, pid, heartbeat_at from processes");
      return result.rows;
    },
    sweep: (id) =>
      inTransaction(pool, async (client) => {
        const dropped = await client.query("delete from processes where id = $1", [id]);
        if (dropped.rowCount === 0) return false;
        const leases = await client.query<{ kind: LeaseKind; owner_id: number; amount: number }>(
          "delete from leases where process_id = $1 returning kind, owner_id, amount",
          [id],
        );
        for (const lease of leases.rows) await quota.add(client, lease.kind, lease.owner_id, lease.amount);
        await budgets.sweep(client, id);
        return true;
      }),
  };
}
