import type SQLite from "better-sqlite3";
import type { LeaseKind } from "./usage-store.ts";

/** Columns by lease kind; written out so that no name is ever built from input. */
const owners = {
  user: { table: "users", quota: "quota" },
  token: { table: "tokens", quota: "remain_quota" },
} as const;

export type SqliteQuota = ReturnType<typeof sqliteQuota>;

/** The statements that move quota between owners and this process's leases. They run in a transaction of the caller. */
export function sqliteQuota(db: SQLite.Database, processId: string) {
  const perKind = (kind: LeaseKind) => {
    const { table, quota } = owners[kind];
    return {
      move: db.prepare(`update ${table} set ${quota} = ${quota} - ? where id = ? and ${quota} >= ?`),
      read: db.prepare<[number], { quota: number }>(`select ${quota} as quota from ${table} where id = ?`),
      add: db.prepare(`update ${table} set ${quota} = ${quota} + ? where id = ?`),
    };
  };
  const statements = { user: perKind("user"), token: perKind("token") };
  const spendLease = db.prepare(
    "update leases set amount = amount - ? where process_id = ? and kind = ? and owner_id = ? and amount >= ?",
  );
  const addLease = db.prepare(
    `insert into leases (process_id, kind, owner_id, amount) values (?, ?, ?, ?)
     on conflict (process_id, kind, owner_id) do update set amount = amount + excluded.amount`,
  );
  const clearLeases = db.prepare("delete from leases where process_id = ? and amount = 0");

  return {
    /** Takes from the owner if it has at least `floor`; one conditional statement. */
    take: (kind: LeaseKind, ownerId: number, amount: number, floor = amount): boolean =>
      statements[kind].move.run(amount, ownerId, floor).changes === 1,
    /** What the owner has, leases apart. */
    available: (kind: LeaseKind, ownerId: number): number =>
      Math.max(0, statements[kind].read.get(ownerId)?.quota ?? 0),
    add(kind: LeaseKind, ownerId: number, amount: number): void {
      statements[kind].add.run(amount, ownerId);
    },
    lease(kind: LeaseKind, ownerId: number, amount: number): void {
      addLease.run(processId, kind, ownerId, amount);
    },
    /** False: the lease has less, as the sweeper returned it. */
    spend: (kind: LeaseKind, ownerId: number, amount: number): boolean =>
      spendLease.run(amount, processId, kind, ownerId, amount).changes === 1,
    clear(): void {
      clearLeases.run(processId);
    },
  };
}
