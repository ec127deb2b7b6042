import { logTypes } from "@tollgate/contract/log-types";
import type { Database, Queries, TransactionQueries } from "../storage/database.ts";
import { type AfterBalance, type BalanceChange, RoleNotLower } from "./ledger.ts";
import { logRow } from "./log-row.ts";

/**
 * Books changes that are no calls: each is one transaction of its ledger entry, the balance, the log row, and related
 * writes.
 */
export interface BalanceChanges {
  /**
   * `amount` is signed. A credit first settles uncollected cost.
   * @throws RoleNotLower
   */
  book(
    entry: BalanceChange,
    amount: number,
    also?: AfterBalance<TransactionQueries>,
  ): Promise<"done" | "repeated" | "insufficient">;
  /**
   * Takes the entry's amount as far as the balance covers it; the rest becomes uncollected. False: the id was used
   * before.
   */
  reverse(entry: BalanceChange, also?: AfterBalance<TransactionQueries>): Promise<boolean>;
}

/** @param now epoch seconds */
export function createBalanceChanges({
  database,
  now,
}: {
  database: Database;
  now: () => number;
}): BalanceChanges {
  /** False: an entry of this id exists. */
  async function insertEntry(
    queries: TransactionQueries,
    entry: BalanceChange,
    amount: number,
  ): Promise<boolean> {
    const { id, userId, kind, remark } = entry;
    const inserted = await queries
      .insertInto("ledger_entries")
      .values({ id, user_id: userId, kind, amount, created_at: now(), remark })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .executeTakeFirst();
    return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
  }

  async function insertLog(queries: TransactionQueries, entry: BalanceChange, amount: number): Promise<void> {
    if (!entry.log) return;
    await queries
      .insertInto("logs")
      .values(logRow(entry, entry.log, amount, now()))
      .execute();
  }

  /**
   * Settles what calls cost above the balance, as far as the credit of `amount` covers it, as its own entry and log
   * row.
   */
  async function collect(queries: TransactionQueries, entry: BalanceChange, amount: number): Promise<void> {
    const user = await lockUser(queries, entry.userId);
    const owed = Math.min(user?.uncollected ?? 0, amount);
    if (owed <= 0) return;
    const remark = "Settles what earlier calls cost above the balance";
    const collection: BalanceChange = {
      id: `collected:${entry.id}`,
      userId: entry.userId,
      amount: owed,
      kind: "collection",
      remark,
      ...(entry.log && { log: { ...entry.log, type: logTypes.system, content: remark } }),
    };
    await insertEntry(queries, collection, -owed);
    await queries
      .updateTable("users")
      .set((eb) => ({ quota: eb("quota", "-", owed), uncollected: eb("uncollected", "-", owed) }))
      .where("id", "=", entry.userId)
      .execute();
    await insertLog(queries, collection, -owed);
  }

  async function bookIn(
    queries: TransactionQueries,
    entry: BalanceChange,
    amount: number,
    also?: AfterBalance<TransactionQueries>,
  ): Promise<"done" | "repeated"> {
    if (!(await insertEntry(queries, entry, amount))) return "repeated";
    const update = queries
      .updateTable("users")
      .set((eb) => ({ quota: eb("quota", "+", amount) }))
      .where("id", "=", entry.userId)
      .where("quota", ">=", -amount);
    const limited = entry.roleBelow === undefined ? update : update.where("role", "<", entry.roleBelow);
    if ((await limited.executeTakeFirst()).numUpdatedRows === 0n) throw await whyUnbooked(queries, entry);
    await insertLog(queries, entry, amount);
    if (amount > 0) await collect(queries, entry, amount);
    if (also) await also(queries, await readBalance(queries, entry.userId));
    return "done";
  }

  return {
    async book(entry, amount, also) {
      try {
        return await database.transaction((queries) => bookIn(queries, entry, amount, also));
      } catch (error) {
        if (error instanceof InsufficientBalance) return "insufficient";
        throw error;
      }
    },

    reverse: (entry, also) =>
      database.transaction(async (queries) => {
        const user = await lockUser(queries, entry.userId);
        const taken = Math.min(Math.max(0, user?.quota ?? 0), entry.amount);
        if (!(await insertEntry(queries, entry, -taken))) return false;
        await queries
          .updateTable("users")
          .set((eb) => ({
            quota: eb("quota", "-", taken),
            uncollected: eb("uncollected", "+", entry.amount - taken),
          }))
          .where("id", "=", entry.userId)
          .execute();
        await insertLog(queries, entry, -taken);
        if (also) await also(queries, await readBalance(queries, entry.userId));
        return true;
      }),
  };

  /** PostgreSQL needs the row's lock between reading and writing; a transaction of SQLite is the only writer anyway. */
  async function lockUser(
    queries: TransactionQueries,
    userId: number,
  ): Promise<{ quota: number; uncollected: number } | undefined> {
    const user = queries.selectFrom("users").select(["quota", "uncollected"]).where("id", "=", userId);
    return (database.dialect.name === "postgres" ? user.forUpdate() : user).executeTakeFirst();
  }
}

async function whyUnbooked(queries: Queries, { userId, roleBelow }: BalanceChange): Promise<Error> {
  const user = await queries.selectFrom("users").select("role").where("id", "=", userId).executeTakeFirst();
  const tooHigh = user !== undefined && roleBelow !== undefined && user.role >= roleBelow;
  return tooHigh ? new RoleNotLower() : new InsufficientBalance();
}

/** Balance with open leases; 0 for an unknown user. */
export async function readBalance(queries: Queries, userId: number): Promise<number> {
  const row = await queries
    .selectFrom("users")
    .select((eb) =>
      eb(
        "quota",
        "+",
        eb
          .selectFrom("leases")
          .select((sub) => sub.fn.coalesce(sub.fn.sum<number>("amount"), sub.lit(0)).as("held"))
          .where("kind", "=", "user")
          .whereRef("owner_id", "=", "users.id"),
      ).as("balance"),
    )
    .where("id", "=", userId)
    .executeTakeFirst();
  return Number(row?.balance ?? 0);
}

class InsufficientBalance extends Error {
  override name = "InsufficientBalance";
}
