import { sql } from "kysely";
import type { TransactionQueries } from "../database.ts";
import type { Dialect } from "../dialect/dialect.ts";

/** Queries of an upgrade by top-ups, in the transaction of the credit. */
export function createRechargeRepository(transaction: TransactionQueries, dialect: Dialect) {
  return {
    groups: () =>
      transaction
        .selectFrom("user_groups")
        .select(["symbol", "name", "promotion", "min", "max", "enable"])
        .execute(),

    /**
     * PostgreSQL needs the row's lock between reading and writing; a transaction of SQLite is the only writer anyway.
     */
    lockUser: (userId: number) => {
      const user = transaction
        .selectFrom("users")
        .select(["username", "group"])
        .where("id", "=", userId)
        .where("deleted_time", "=", 0);
      return (dialect.name === "postgres" ? user.forUpdate() : user).executeTakeFirst();
    },

    /**
     * Quota of all paid orders and redeemed codes, each counted once as its entry is, less refunds and disputes of the
     * orders. The orders contain those in full: the entry of a reversal only contains what the balance still covered.
     */
    recharged: async (userId: number): Promise<number> => {
      const { rows } = await sql<{ recharged: number }>`
        select (select coalesce(sum(amount), 0) from ledger_entries
            where kind <> 'usage' and user_id = ${userId} and kind in ('topup', 'redemption'))
          - (select coalesce(sum(refunded_quota), 0) from orders where user_id = ${userId}) as recharged`.execute(
        transaction,
      );
      return Number(rows[0]?.recharged ?? 0);
    },

    setGroup: async (userId: number, group: string): Promise<void> => {
      await transaction.updateTable("users").set({ group }).where("id", "=", userId).execute();
    },
  };
}
