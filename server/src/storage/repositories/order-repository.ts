import { type Insertable, type Selectable, sql } from "kysely";
import type { Queries } from "../database.ts";
import type { OrderEventsTable, OrderSettlementsTable, OrdersTable } from "../tables/payments.ts";
import { offsetOf, orderBy, type PageRequest, type RowPage } from "./list-page.ts";

export type OrderRow = Selectable<OrdersTable>;
export type OrderSettlementRow = Selectable<OrderSettlementsTable>;
export type OrderEventRow = Selectable<OrderEventsTable>;
/** With the names that lists show. */
export type NamedOrderRow = OrderRow & { username: string; gateway_name: string; gateway_type: string };
export type OrderRepository = ReturnType<typeof createOrderRepository>;

/** 0 and empty do not filter. `problem` "any": orders that have one. */
export interface OrderFilter {
  user_id: number;
  gateway_id: number;
  trade_no: string;
  gateway_no: string;
  status: string;
  problem: string;
  start_timestamp: number;
  end_timestamp: number;
}

const orderable = ["id", "gateway_id", "user_id", "status", "created_at"];

export function createOrderRepository(queries: Queries) {
  const named = () =>
    queries
      .selectFrom("orders")
      .leftJoin("users", "users.id", "orders.user_id")
      .leftJoin("payment_gateways", "payment_gateways.id", "orders.gateway_id")
      .selectAll("orders")
      .select((b) => [
        b.fn.coalesce("users.username", sql.lit("")).as("username"),
        b.fn.coalesce("payment_gateways.name", sql.lit("")).as("gateway_name"),
        b.fn.coalesce("payment_gateways.type", sql.lit("")).as("gateway_type"),
      ]);
  const matching = (filter: OrderFilter) => queries.selectFrom("orders").where(() => conditionOf(filter));
  return {
    page: async (request: PageRequest, filter: OrderFilter): Promise<RowPage<NamedOrderRow>> => ({
      rows: await orderBy(
        named().where(() => conditionOf(filter)),
        request.order.map((part) => ({ ...part, field: `orders.${part.field}` })),
        orderable.map((field) => `orders.${field}`),
        "orders.id",
      )
        .limit(request.size)
        .offset(offsetOf(request))
        .execute(),
      total: (
        await matching(filter)
          .select((b) => b.fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow()
      ).count,
    }),

    findNamed: (id: number): Promise<NamedOrderRow | undefined> =>
      named().where("orders.id", "=", id).executeTakeFirst(),

    findNamedByTradeNo: (tradeNo: string): Promise<NamedOrderRow | undefined> =>
      named().where("orders.trade_no", "=", tradeNo).executeTakeFirst(),

    find: (id: number): Promise<OrderRow | undefined> =>
      queries.selectFrom("orders").selectAll().where("id", "=", id).executeTakeFirst(),

    findByTradeNo: (tradeNo: string): Promise<OrderRow | undefined> =>
      queries.selectFrom("orders").selectAll().where("trade_no", "=", tradeNo).executeTakeFirst(),

    /** The order that a number of a gateway paid. */
    findPaidBy: (gatewayId: number, gatewayNo: string): Promise<OrderRow | undefined> =>
      queries
        .selectFrom("order_settlements")
        .innerJoin("orders", "orders.id", "order_settlements.order_id")
        .selectAll("orders")
        .where("order_settlements.gateway_id", "=", gatewayId)
        .where("order_settlements.kind", "=", "payment")
        .where("order_settlements.gateway_no", "=", gatewayNo)
        .executeTakeFirst(),

    pendingOf: async (userId: number): Promise<number> =>
      (
        await queries
          .selectFrom("orders")
          .select((b) => b.fn.countAll<number>().as("count"))
          .where("user_id", "=", userId)
          .where("status", "=", "pending")
          .executeTakeFirstOrThrow()
      ).count,

    /** Expired unpaid orders, by id from `after` on. */
    stale: (before: number, after: number, limit: number): Promise<OrderRow[]> =>
      queries
        .selectFrom("orders")
        .selectAll()
        .where("status", "=", "pending")
        .where("expires_at", "<", before)
        .where("id", ">", after)
        .orderBy("id")
        .limit(limit)
        .execute(),

    /** Undefined if the number is taken. */
    insert: (row: Insertable<OrdersTable>): Promise<OrderRow | undefined> =>
      queries
        .insertInto("orders")
        .values(row)
        .onConflict((conflict) => conflict.column("trade_no").doNothing())
        .returningAll()
        .executeTakeFirst(),

    setCheckout: async (id: number, checkout: string, reference: string): Promise<void> => {
      await queries.updateTable("orders").set({ checkout, reference }).where("id", "=", id).execute();
    },

    /** Marks an unpaid order as paid; false: it was paid already. A closed one becomes a late one. */
    markPaid: async (id: number, gatewayNo: string, at: number): Promise<boolean> => {
      const result = await queries
        .updateTable("orders")
        .set((b) => ({
          status: "success",
          gateway_no: gatewayNo,
          paid_at: at,
          late: b.case().when("status", "=", "pending").then(0).else(1).end(),
        }))
        .where("id", "=", id)
        .where("paid_at", "=", 0)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** False: it is no longer pending. */
    end: async (id: number, status: "failed" | "closed"): Promise<boolean> => {
      const result = await queries
        .updateTable("orders")
        .set({ status })
        .where("id", "=", id)
        .where("status", "=", "pending")
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** False: the order had this problem already. */
    setProblem: async (id: number, problem: string): Promise<boolean> => {
      const result = await queries
        .updateTable("orders")
        .set({ problem })
        .where("id", "=", id)
        .where("problem", "!=", problem)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /**
     * Adds a refund or dispute; false: the order has changed since it was read, or more would be refunded than was
     * paid.
     */
    addRefund: async (
      order: Pick<OrderRow, "id" | "refunded_amount">,
      refund: { amount: number; quota: number },
    ): Promise<boolean> => {
      const result = await queries
        .updateTable("orders")
        .set((b) => ({
          refunded_amount: b("refunded_amount", "+", refund.amount),
          refunded_quota: b("refunded_quota", "+", refund.quota),
        }))
        .where("id", "=", order.id)
        .where("refunded_amount", "=", order.refunded_amount)
        .where("order_amount", ">=", order.refunded_amount + refund.amount)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** Takes a returned refund or won dispute off. */
    removeRefund: async (id: number, refund: { amount: number; quota: number }): Promise<void> => {
      await queries
        .updateTable("orders")
        .set((b) => ({
          refunded_amount: b("refunded_amount", "-", refund.amount),
          refunded_quota: b("refunded_quota", "-", refund.quota),
        }))
        .where("id", "=", id)
        .execute();
    },

    /** Money of an order's refunds and disputes, also beyond the payment, without those that were returned. */
    claimed: async (orderId: number): Promise<number> => {
      const claims = queries
        .selectFrom("order_settlements")
        .select(
          sql<number>`coalesce(sum(case when kind in ('refund', 'dispute') then amount else -amount end), 0)`.as(
            "sum",
          ),
        )
        .where("order_id", "=", orderId)
        .where("kind", "in", ["refund", "dispute", "refund_returned", "dispute_won"]);
      return Number((await claims.executeTakeFirstOrThrow()).sum);
    },

    findSettlement: (
      gatewayId: number,
      kind: string,
      gatewayNo: string,
    ): Promise<OrderSettlementRow | undefined> =>
      queries
        .selectFrom("order_settlements")
        .selectAll()
        .where("gateway_id", "=", gatewayId)
        .where("kind", "=", kind)
        .where("gateway_no", "=", gatewayNo)
        .executeTakeFirst(),

    /** False: the gateway's number was booked before. */
    insertSettlement: async (row: Insertable<OrderSettlementsTable>): Promise<boolean> => {
      const result = await queries
        .insertInto("order_settlements")
        .values(row)
        .onConflict((conflict) => conflict.columns(["gateway_id", "kind", "gateway_no"]).doNothing())
        .executeTakeFirst();
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    deleteSettlement: async (
      row: Pick<OrderSettlementRow, "gateway_id" | "kind" | "gateway_no">,
    ): Promise<void> => {
      await queries
        .deleteFrom("order_settlements")
        .where("gateway_id", "=", row.gateway_id)
        .where("kind", "=", row.kind)
        .where("gateway_no", "=", row.gateway_no)
        .execute();
    },

    /** A requested refund that is neither booked nor rejected yet. */
    openRefund: (orderId: number): Promise<OrderSettlementRow | undefined> =>
      queries
        .selectFrom("order_settlements")
        .selectAll()
        .where("order_id", "=", orderId)
        .where("kind", "=", "refund_request")
        .executeTakeFirst(),

    /** The same of orders following `after`, created before `before`. */
    openRefunds: (before: number, after: number, limit: number): Promise<OrderSettlementRow[]> =>
      queries
        .selectFrom("order_settlements")
        .selectAll()
        .where("kind", "=", "refund_request")
        .where("created_at", "<", before)
        .where("order_id", ">", after)
        .orderBy("order_id")
        .limit(limit)
        .execute(),

    /** The current order, locked until this transaction ends. */
    lock: (id: number): Promise<OrderRow | undefined> =>
      queries
        .updateTable("orders")
        .set((b) => ({ late: b.ref("late") }))
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirst(),

    insertEvent: async (row: Insertable<OrderEventsTable>): Promise<void> => {
      await queries.insertInto("order_events").values(row).execute();
    },

    events: (orderId: number, limit: number): Promise<OrderEventRow[]> =>
      queries
        .selectFrom("order_events")
        .selectAll()
        .where("order_id", "=", orderId)
        .orderBy("id")
        .limit(limit)
        .execute(),

    /** Callbacks without an order. */
    deleteStrayEvents: async (before: number): Promise<void> => {
      await queries
        .deleteFrom("order_events")
        .where("order_id", "=", 0)
        .where("created_at", "<", before)
        .execute();
    },

    /** Paid since `since`, by currency. */
    paidSince: (since: number) =>
      queries
        .selectFrom("orders")
        .select((b) => [
          "order_currency",
          b.fn.countAll<number>().as("orders"),
          b.fn.sum<number>(sql`order_amount - refunded_amount`).as("amount"),
          b.fn.sum<number>(sql`quota - refunded_quota`).as("quota"),
        ])
        .where("paid_at", ">=", since)
        .groupBy("order_currency")
        .orderBy("order_currency")
        .execute(),

    problems: async (): Promise<number> =>
      (
        await queries
          .selectFrom("orders")
          .select((b) => b.fn.countAll<number>().as("count"))
          .where("problem", "!=", "")
          .executeTakeFirstOrThrow()
      ).count,

    /** What the user's next credit settles first. */
    uncollectedOf: async (userId: number): Promise<number> =>
      (await queries.selectFrom("users").select("uncollected").where("id", "=", userId).executeTakeFirst())
        ?.uncollected ?? 0,

    /** Of all users. */
    uncollected: async (): Promise<{ quota: number; users: number }> => {
      const row = await queries
        .selectFrom("users")
        .select((b) => [
          b.fn.coalesce(b.fn.sum<number>("uncollected"), sql.lit(0)).as("quota"),
          b.fn.countAll<number>().as("users"),
        ])
        .where("uncollected", ">", 0)
        .executeTakeFirstOrThrow();
      return { quota: Number(row.quota), users: row.users };
    },
  };
}

function conditionOf(filter: OrderFilter) {
  const conditions = [
    filter.user_id > 0 && sql<boolean>`orders.user_id = ${filter.user_id}`,
    filter.gateway_id > 0 && sql<boolean>`orders.gateway_id = ${filter.gateway_id}`,
    filter.trade_no !== "" && sql<boolean>`orders.trade_no = ${filter.trade_no}`,
    filter.gateway_no !== "" && sql<boolean>`orders.gateway_no = ${filter.gateway_no}`,
    filter.status !== "" && sql<boolean>`orders.status = ${filter.status}`,
    filter.problem === "any" && sql<boolean>`orders.problem <> ''`,
    filter.problem !== "" && filter.problem !== "any" && sql<boolean>`orders.problem = ${filter.problem}`,
    filter.start_timestamp > 0 && sql<boolean>`orders.created_at >= ${filter.start_timestamp}`,
    filter.end_timestamp > 0 && sql<boolean>`orders.created_at <= ${filter.end_timestamp}`,
  ].filter((condition) => condition !== false);
  return conditions.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}
