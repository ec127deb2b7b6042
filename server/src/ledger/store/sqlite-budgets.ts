import type SQLite from "better-sqlite3";
import type { BudgetCharge } from "./sum-rows.ts";
import { type BudgetState, leftOfBudget } from "./budget-state.ts";
import { type BudgetOwner, keepFactor, type LeaseChange, type LeaseKind } from "./usage-store.ts";

export type SqliteBudgets = ReturnType<typeof sqliteBudgets>;

/** The statements of budgets on SQLite. All but `extend` run in a transaction of the caller. */
export function sqliteBudgets(db: SQLite.Database, processId: string) {
  const perKind = (table: "users" | "tokens") => ({
    // The usage of another period does not count.
    move: db.prepare(
      `update ${table} set budget_used = case when budget_start = @start then budget_used else 0 end + @amount,
         budget_start = @start
       where id = @id and budget_period = @period and budget_start <= @start
         and case when budget_start = @start then budget_used else 0 end + @floor <= budget_quota`,
    ),
    read: db.prepare<[number], BudgetState>(
      `select budget_period, budget_quota, budget_start, budget_used from ${table} where id = ?`,
    ),
    release: db.prepare(
      `update ${table} set budget_used = max(0, budget_used - ?) where id = ? and budget_start = ?`,
    ),
    charge: db.prepare(
      `update ${table} set budget_used = case when budget_start = @start then budget_used else 0 end + @amount,
         budget_start = @start
       where id = @id and (budget_start = @start or (budget_start < @start and budget_period = @period))`,
    ),
  });
  const owners = { user: perKind("users"), token: perKind("tokens") };
  const addLease = db.prepare(
    `insert into budget_leases (process_id, kind, owner_id, period_start, amount) values (?, ?, ?, ?, ?)
     on conflict (process_id, kind, owner_id, period_start) do update set amount = amount + excluded.amount`,
  );
  const readLease = db.prepare<[string, string, number, number], { amount: number }>(
    "select amount from budget_leases where process_id = ? and kind = ? and owner_id = ? and period_start = ?",
  );
  const spendLease = db.prepare(
    `update budget_leases set amount = amount - ?
     where process_id = ? and kind = ? and owner_id = ? and period_start = ?`,
  );
  const clearLeases = db.prepare("delete from budget_leases where process_id = ? and amount = 0");
  const dropLeases = db.prepare<
    [string],
    { kind: LeaseKind; owner_id: number; period_start: number; amount: number }
  >("delete from budget_leases where process_id = ? returning kind, owner_id, period_start, amount");

  /**
   * Takes at most this much out of a lease. Returns what was taken: less where calls were admitted while the budget had
   * another period.
   */
  const spend = ({ kind, ownerId, term }: BudgetOwner, amount: number): number => {
    const held = readLease.get(processId, kind, ownerId, term.start)?.amount ?? 0;
    const spent = Math.min(held, amount);
    if (spent > 0) spendLease.run(spent, processId, kind, ownerId, term.start);
    return spent;
  };

  const extend = db.transaction(
    (
      { kind, ownerId, term }: BudgetOwner,
      need: number,
      preferred: number,
    ): { moved: number; start: number } => {
      const { move, read } = owners[kind];
      const tryMove = (amount: number, floor: number): boolean =>
        move.run({ id: ownerId, ...term, amount, floor }).changes === 1;
      let moved = 0;
      if (preferred > need && tryMove(preferred, preferred * keepFactor)) moved = preferred;
      else if (tryMove(need, need)) moved = need;
      if (moved > 0) addLease.run(processId, kind, ownerId, term.start, moved);
      if (moved > 0 || need === 0) return { moved, start: term.start };
      const row = read.get(ownerId);
      // The budget was removed or got another period: the call counts to none.
      if (row && row.budget_period !== term.period) return { moved: need, start: term.start };
      return { moved: 0, start: row?.budget_start ?? 0 };
    },
  );

  return {
    extend: (owner: BudgetOwner, need: number, preferred: number) => extend.immediate(owner, need, preferred),
    left: ({ kind, ownerId, term }: BudgetOwner): number =>
      leftOfBudget(owners[kind].read.get(ownerId), term),
    release(changes: readonly LeaseChange[]): void {
      for (const { kind, ownerId, term, amount } of changes) {
        const spent = term ? spend({ kind, ownerId, term }, amount) : 0;
        if (term && spent > 0) owners[kind].release.run(spent, ownerId, term.start);
      }
      clearLeases.run(processId);
    },
    charge(charges: readonly BudgetCharge[]): void {
      for (const { leased, unreserved, ...owner } of charges) {
        // The sweeper has already returned a missing lease.
        const beyond = unreserved + (leased > 0 ? leased - spend(owner, leased) : 0);
        if (beyond > 0) owners[owner.kind].charge.run({ id: owner.ownerId, ...owner.term, amount: beyond });
      }
    },
    spend,
    /** Moves the hold's part of the budget into this process's lease. */
    put({ kind, ownerId, term }: BudgetOwner, amount: number): void {
      addLease.run(processId, kind, ownerId, term.start, amount);
    },
    sweep(id: string): void {
      for (const lease of dropLeases.all(id))
        owners[lease.kind].release.run(lease.amount, lease.owner_id, lease.period_start);
    },
  };
}
