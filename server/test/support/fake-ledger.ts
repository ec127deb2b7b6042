import { sql } from "kysely";
import { type AfterBalance, type BalanceChange, type Ledger, RoleNotLower } from "../../src/ledger/ledger.ts";
import { writeBudget } from "../../src/ledger/budgets.ts";
import { logRow } from "../../src/ledger/log-row.ts";
import type { Database, Queries, TransactionQueries } from "../../src/storage/database.ts";

/** The simplest correct ledger: each call is one statement or transaction, without leases or batches. */
export function createFakeLedger(database: Database, now: () => number): Ledger<TransactionQueries> {
  const { queries } = database;

  async function take(userId: number, amount: number): Promise<boolean> {
    const result = await queries
      .updateTable("users")
      .set({ quota: sql`quota - ${amount}` })
      .where("id", "=", userId)
      .where("quota", ">=", amount)
      .executeTakeFirst();
    return Number(result.numUpdatedRows) > 0;
  }

  return {
    async reserve(request) {
      if (!(await take(request.userId, request.amount))) return { ok: false, short: "user" };
      return { ok: true, ...request, userTerm: undefined, tokenTerm: undefined, generation: 0 };
    },
    async settle(reservation, settlement) {
      const charged = Math.min(settlement.cost, reservation.amount);
      await take(reservation.userId, charged - reservation.amount);
      return charged;
    },
    release(reservation) {
      void take(reservation.userId, -reservation.amount);
    },
    async credit(entry, also) {
      return (await book(database, entry, { amount: entry.amount, also })) !== "repeated";
    },
    debit: (entry, also) => book(database, entry, { amount: -entry.amount, also }),
    async reverse(entry, also) {
      return (await book(database, entry, { amount: -entry.amount, also })) === "done";
    },
    async setTokenQuota(tokenId, quota, also) {
      const held = await heldBy(queries, "token", tokenId);
      await database.transaction(async (inside) => {
        await inside
          .updateTable("tokens")
          .set({
            ...(quota.remain !== undefined && { remain_quota: quota.remain - held }),
            unlimited_quota: quota.unlimited ? 1 : 0,
          })
          .where("id", "=", tokenId)
          .execute();
        await also?.(inside);
      });
    },
    setBudget: (transaction, owner, budget) => writeBudget(transaction, owner, budget, now()),
    async available({ userId }) {
      const user = await queries
        .selectFrom("users")
        .select("quota")
        .where("id", "=", userId)
        .executeTakeFirst();
      return user?.quota ?? 0;
    },
    reject: () => {},
    hasUncollected: () => false,
    balanceOf: (userId) => readBalance(queries, userId),
  };
}

async function readBalance(queries: Queries, userId: number): Promise<number> {
  const user = await queries
    .selectFrom("users")
    .select("quota")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return user.quota + (await heldBy(queries, "user", userId));
}

async function heldBy(queries: Queries, kind: "user" | "token", ownerId: number): Promise<number> {
  const row = await queries
    .selectFrom("leases")
    .select(sql<number>`coalesce(sum(amount), 0)`.as("held"))
    .where("kind", "=", kind)
    .where("owner_id", "=", ownerId)
    .executeTakeFirstOrThrow();
  return row.held;
}

async function book(
  database: Database,
  entry: BalanceChange,
  { amount, also }: { amount: number; also: AfterBalance<TransactionQueries> | undefined },
): Promise<"done" | "repeated" | "insufficient"> {
  return database.transaction(async (queries) => {
    // A concurrent call with the same entry waits here.
    const inserted = await queries
      .insertInto("ledger_entries")
      .values({
        id: entry.id,
        user_id: entry.userId,
        kind: entry.kind,
        amount,
        created_at: 0,
        remark: entry.remark,
      })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!inserted) return "repeated";
    const result = await queries
      .updateTable("users")
      .set({ quota: sql`quota + ${amount}` })
      .where("id", "=", entry.userId)
      .where(sql<boolean>`quota + ${amount} >= 0`)
      .where("role", "<", entry.roleBelow ?? 101)
      .executeTakeFirst();
    if (Number(result.numUpdatedRows) === 0) {
      const user = await queries
        .selectFrom("users")
        .select("role")
        .where("id", "=", entry.userId)
        .executeTakeFirst();
      if (user && user.role >= (entry.roleBelow ?? 101)) throw new RoleNotLower();
      await queries.deleteFrom("ledger_entries").where("id", "=", entry.id).execute();
      return "insufficient";
    }
    if (entry.log)
      await queries
        .insertInto("logs")
        .values(logRow(entry, entry.log, amount, 0))
        .execute();
    if (also) await also(queries, await readBalance(queries, entry.userId));
    return "done";
  });
}
