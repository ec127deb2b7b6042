import type SQLite from "better-sqlite3";
import { openSqlite } from "../../storage/open-sqlite.ts";
import { sqliteItemStore } from "../../storage/writer/item-store.ts";
import { sqliteOriginStore } from "../../storage/writer/origin-store.ts";
import { sqliteBudgets } from "./sqlite-budgets.ts";
import { sqliteBooking } from "./sqlite-booking.ts";
import { sqliteQuota } from "./sqlite-quota.ts";
import { sqliteTaskStore } from "./sqlite-task-store.ts";
import {
  type ChargedRow,
  keepFactor,
  type LeaseChange,
  type LeaseKind,
  type ProcessRow,
  type UsageStore,
} from "./usage-store.ts";
import type { WriterStore } from "./writer-store.ts";

/** All stores of the writer thread over its own SQLite connection. */
export function openSqliteUsageStore(file: string, processId: string): WriterStore {
  const db = openSqlite(file);
  // Every group writes the same pages: fewer checkpoints copy them less often.
  db.pragma("wal_autocheckpoint = 8000");
  // The pages of a group fit. Once rows were deleted, SQLite looks through the whole cache in most commits (`pcache1Truncate`).
  db.pragma("cache_size = -8000");
  return {
    ...sqliteOriginStore(db),
    ...sqliteItemStore(db),
    ...sqliteTaskStore(db, processId),
    ...sqliteUsageStore(db, processId),
    close: async () => {
      db.close();
    },
  };
}

/** The store with prepared statements on a connection. Every transaction takes the write lock immediately. */
export function sqliteUsageStore(db: SQLite.Database, processId: string): Omit<UsageStore, "close"> {
  const quota = sqliteQuota(db, processId);
  const budgets = sqliteBudgets(db, processId);
  const book = sqliteBooking(db, quota, budgets);

  const extend = db.transaction(
    (kind: LeaseKind, ownerId: number, need: number, preferred: number): number => {
      let moved = 0;
      if (preferred > need && quota.take(kind, ownerId, preferred, preferred * keepFactor)) moved = preferred;
      else if (quota.take(kind, ownerId, need)) moved = need;
      if (moved > 0) quota.lease(kind, ownerId, moved);
      return moved;
    },
  );

  const take = db.transaction((kind: LeaseKind, ownerId: number, amount: number): number => {
    const moved = Math.min(quota.available(kind, ownerId), amount);
    if (moved > 0) {
      quota.take(kind, ownerId, moved);
      quota.lease(kind, ownerId, moved);
    }
    return moved;
  });

  const release = db.transaction((changes: LeaseChange[]): void => {
    const ofBudgets = changes.filter(({ term }) => term);
    if (ofBudgets.length > 0) budgets.release(ofBudgets);
    for (const { kind, ownerId, amount, term } of changes) {
      if (term) continue;
      // The sweeper has already returned a missing lease.
      if (quota.spend(kind, ownerId, amount)) quota.add(kind, ownerId, amount);
    }
    quota.clear();
  });

  const commit = db.transaction((rows: ChargedRow[]): void => void book(rows));

  const touchProcess = db.prepare("update processes set heartbeat_at = ? where id = ?");
  const addProcess = db.prepare(
    `insert into processes (id, host, pid, started_at, heartbeat_at) values (?, ?, ?, ?, ?)
     on conflict (id) do nothing`,
  );
  const readProcesses = db.prepare<[], ProcessRow>("select id, host, pid, heartbeat_at from processes");
  const dropProcess = db.prepare("delete from processes where id = ?");
  const readLeases = db.prepare<[string], { kind: LeaseKind; owner_id: number; amount: number }>(
    "select kind, owner_id, amount from leases where process_id = ?",
  );
  const dropLeases = db.prepare("delete from leases where process_id = ?");
  const sweep = db.transaction((id: string): boolean => {
    if (dropProcess.run(id).changes === 0) return false;
    for (const lease of readLeases.all(id)) quota.add(lease.kind, lease.owner_id, lease.amount);
    dropLeases.run(id);
    budgets.sweep(id);
    return true;
  });

  return {
    extend: async (kind, ownerId, need, preferred) => extend.immediate(kind, ownerId, need, preferred),
    extendBudget: async (owner, need, preferred) => budgets.extend(owner, need, preferred),
    take: async (kind, ownerId, amount) => take.immediate(kind, ownerId, amount),
    left: async ({ kind, ownerId, term }) =>
      term ? budgets.left({ kind, ownerId, term }) : quota.available(kind, ownerId),
    release: async (changes) => release.immediate(changes),
    commit: async (rows) => commit.immediate(rows),
    heartbeat: async (process, now) => touchProcess.run(now, process.id).changes === 1,
    async register(process, now) {
      addProcess.run(process.id, process.host, process.pid, now, now);
    },
    listProcesses: async () => readProcesses.all(),
    sweep: async (id) => sweep.immediate(id),
  };
}
