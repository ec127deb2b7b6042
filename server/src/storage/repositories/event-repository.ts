import type { Database } from "../database.ts";

/** An entry of an order's timeline, with the order's user. */
export interface OrderEventRow {
  id: number;
  user_id: number;
  trade_no: string;
}

export interface BalanceRow {
  id: number;
  /** Balance without open leases. */
  quota: number;
  uncollected: number;
  /** Open leases, which are part of the balance. */
  leased: number;
}

export type EventRepository = ReturnType<typeof createEventRepository>;

/** The regular queries of event streams: every statement reads by a key. */
export function createEventRepository({ queries, reads }: Pick<Database, "queries" | "reads">) {
  return {
    /** 0 without any. */
    lastOrderEvent: async (): Promise<number> =>
      Number(
        (
          await queries
            .selectFrom("order_events")
            .select((b) => b.fn.coalesce(b.fn.max("id"), b.lit(0)).as("id"))
            .executeTakeFirstOrThrow()
        ).id,
      ),

    orderEventsAfter: (id: number, limit: number): Promise<OrderEventRow[]> =>
      queries
        .selectFrom("order_events")
        .innerJoin("orders", "orders.id", "order_events.order_id")
        .select(["order_events.id", "orders.user_id", "orders.trade_no"])
        .where("order_events.id", ">", id)
        .orderBy("order_events.id")
        .limit(limit)
        .execute(),

    balancesOf: async (userIds: readonly number[]): Promise<BalanceRow[]> => {
      const rows = await reads
        .selectFrom("users")
        .select((b) => [
          "id",
          "quota",
          "uncollected",
          b
            .selectFrom("leases")
            .select((sub) => sub.fn.coalesce(sub.fn.sum<number>("amount"), sub.lit(0)).as("leased"))
            .where("kind", "=", "user")
            .whereRef("owner_id", "=", "users.id")
            .as("leased"),
        ])
        .where("id", "in", userIds)
        .execute();
      return rows.map((row) => ({ ...row, leased: Number(row.leased) }));
    },
  };
}
