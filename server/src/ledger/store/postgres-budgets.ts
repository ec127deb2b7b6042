import type pg from "pg";
import type { BudgetCharge } from "./sum-rows.ts";
import { type BudgetState, leftOfBudget } from "./budget-state.ts";
import { type BudgetOwner, keepFactor, type LeaseChange, type LeaseKind } from "./usage-store.ts";

const tables = { user: "users", token: "tokens" } as const;

// The usage of another period does not count.
const moveIn = (
  table: string,
): string => `update ${table} set budget_used = case when budget_start = $1 then budget_used else 0 end + $2,
    budget_start = $1
  where id = $3 and budget_period = $4 and budget_start <= $1
    and case when budget_start = $1 then budget_used else 0 end + $5::bigint <= budget_quota`;
const releaseFrom = (table: string): string =>
  `update ${table} set budget_used = greatest(0, budget_used - $1) where id = $2 and budget_start = $3`;
const chargeIn = (
  table: string,
): string => `update ${table} set budget_used = case when budget_start = $1 then budget_used else 0 end + $2,
    budget_start = $1
  where id = $3 and (budget_start = $1 or (budget_start < $1 and budget_period = $4))`;
const addLease = `insert into budget_leases as l (process_id, kind, owner_id, period_start, amount)
  values ($1, $2, $3, $4, $5)
  on conflict (process_id, kind, owner_id, period_start) do update set amount = l.amount + excluded.amount`;
const spendLease = `with held as (
    select amount from budget_leases
    where process_id = $2 and kind = $3 and owner_id = $4 and period_start = $5 for update)
  update budget_leases as l set amount = l.amount - least(held.amount, $1::bigint) from held
  where process_id = $2 and kind = $3 and owner_id = $4 and period_start = $5
  returning least(held.amount, $1::bigint) as spent`;

export type PostgresBudgets = ReturnType<typeof postgresBudgets>;

/** The statements of budgets on PostgreSQL. All of them run in a transaction of the caller. */
export function postgresBudgets(processId: string) {
  /**
   * Takes at most this much out of a lease. Returns what was taken: less where calls were admitted while the budget had
   * another period.
   */
  async function spend(
    client: pg.PoolClient,
    { kind, ownerId, term }: BudgetOwner,
    amount: number,
  ): Promise<number> {
    const values = [amount, processId, kind, ownerId, term.start];
    const result = await client.query<{ spent: number }>(spendLease, values);
    return Number(result.rows[0]?.spent ?? 0);
  }

  async function read(
    client: pg.ClientBase | pg.Pool,
    kind: LeaseKind,
    ownerId: number,
  ): Promise<BudgetState | undefined> {
    const found = await client.query<BudgetState>(
      `select budget_period, budget_quota, budget_start, budget_used from ${tables[kind]} where id = $1`,
      [ownerId],
    );
    return found.rows[0];
  }

  return {
    async extend(
      client: pg.PoolClient,
      { kind, ownerId, term }: BudgetOwner,
      need: number,
      preferred: number,
    ): Promise<{ moved: number; start: number }> {
      const table = tables[kind];
      const tryMove = async (amount: number, floor: number): Promise<boolean> => {
        const values = [term.start, amount, ownerId, term.period, floor];
        return (await client.query(moveIn(table), values)).rowCount === 1;
      };
      let moved = 0;
      if (preferred > need && (await tryMove(preferred, preferred * keepFactor))) moved = preferred;
      else if (await tryMove(need, need)) moved = need;
      if (moved > 0) await client.query(addLease, [processId, kind, ownerId, term.start, moved]);
      if (moved > 0 || need === 0) return { moved, start: term.start };
      const row = await read(client, kind, ownerId);
      // The budget was removed or got another period: the call counts to none.
      if (row && row.budget_period !== term.period) return { moved: need, start: term.start };
      return { moved: 0, start: row?.budget_start ?? 0 };
    },
    left: async (pool: pg.Pool, { kind, ownerId, term }: BudgetOwner): Promise<number> =>
      leftOfBudget(await read(pool, kind, ownerId), term),
    async release(client: pg.PoolClient, changes: readonly LeaseChange[]): Promise<void> {
      for (const { kind, ownerId, term, amount } of changes) {
        const spent = term ? await spend(client, { kind, ownerId, term }, amount) : 0;
        if (term && spent > 0) await client.query(releaseFrom(tables[kind]), [spent, ownerId, term.start]);
      }
      await client.query("delete from budget_leases where process_id = $1 and amount = 0", [processId]);
    },
    async charge(client: pg.PoolClient, charges: readonly BudgetCharge[]): Promise<void> {
      for (const { leased, unreserved, ...owner } of charges) {
        // The sweeper has already returned a missing lease.
        const beyond = unreserved + (leased > 0 ? leased - (await spend(client, owner, leased)) : 0);
        const { start, period } = owner.term;
        if (beyond > 0)
          await client.query(chargeIn(tables[owner.kind]), [start, beyond, owner.ownerId, period]);
      }
    },
    spend,
    /** Moves the hold's part of the budget into this process's lease. */
    async put(client: pg.PoolClient, { kind, ownerId, term }: BudgetOwner, amount: number): Promise<void> {
      await client.query(addLease, [processId, kind, ownerId, term.start, amount]);
    },
    async sweep(client: pg.PoolClient, id: string): Promise<void> {
      const dropped = await client.query<{
        kind: LeaseKind;
        owner_id: number;
        period_start: number;
        amount: number;
      }>("delete from budget_leases where process_id = $1 returning kind, owner_id, period_start, amount", [
        id,
      ]);
      for (const { kind, owner_id, period_start, amount } of dropped.rows)
        await client.query(releaseFrom(tables[kind]), [amount, owner_id, period_start]);
    },
  };
}
