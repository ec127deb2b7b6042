import { channelStatus } from "@tollgate/contract/channel-fields";
import { sql } from "kysely";
import type { Database } from "../database.ts";

/** From `start` up to but not including `end`, epoch seconds. */
export interface TimeSpan {
  start: number;
  end: number;
}

/** Every day of every zone begins with a quarter of an hour. */
const quarterOf = (column: string) => sql<number>`${sql.ref(column)} - ${sql.ref(column)} % 900`;
const count = sql<number>`count(*)`;
const sum = (column: string) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)`;
const countIf = (condition: ReturnType<typeof sql<boolean>>) =>
  sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;

export type GrowthRepository = ReturnType<typeof createGrowthRepository>;

/** Registrations, redeemed codes and paid orders over time, and the current state of the site. */
export function createGrowthRepository({ reads }: Pick<Database, "reads">) {
  return {
    /** New accounts by quarter of an hour, those deleted since included. */
    registrations: ({ start, end }: TimeSpan) =>
      reads
        .selectFrom("users")
        .select([
          quarterOf("created_time").as("start"),
          countIf(sql`inviter_id = 0`).as("direct"),
          countIf(sql`inviter_id <> 0`).as("invited"),
        ])
        .where("created_time", ">=", start)
        .where("created_time", "<", end)
        .groupBy(quarterOf("created_time"))
        .execute(),

    /** Redeemed codes by quarter of an hour. */
    redemptions: ({ start, end }: TimeSpan) =>
      reads
        .selectFrom("redemptions")
        .select([quarterOf("redeemed_time").as("start"), count.as("codes"), sum("quota").as("quota")])
        .where("redeemed_time", ">=", start)
        .where("redeemed_time", "<", end)
        .groupBy(quarterOf("redeemed_time"))
        .execute(),

    /** Different users who redeemed a code. */
    redeemers: async ({ start, end }: TimeSpan): Promise<number> =>
      (
        await reads
          .selectFrom("redemptions")
          .select(sql<number>`count(distinct used_user_id)`.as("users"))
          .where("redeemed_time", ">=", start)
          .where("redeemed_time", "<", end)
          .executeTakeFirstOrThrow()
      ).users,

    /** Paid orders by quarter of an hour, gateway and currency. Amounts in the smallest unit. */
    orders: ({ start, end }: TimeSpan) =>
      reads
        .selectFrom("orders")
        .leftJoin("payment_gateways", "payment_gateways.id", "orders.gateway_id")
        .select([
          quarterOf("paid_at").as("start"),
          "orders.gateway_id",
          "payment_gateways.name as gateway_name",
          "orders.order_currency as currency",
          count.as("orders"),
          sum("orders.order_amount").as("amount"),
          sum("orders.refunded_amount").as("refunded"),
          sum("orders.quota").as("quota"),
        ])
        .where("orders.paid_at", ">=", start)
        .where("orders.paid_at", "<", end)
        .groupBy([
          quarterOf("paid_at"),
          "orders.gateway_id",
          "payment_gateways.name",
          "orders.order_currency",
        ])
        .execute(),

    users: () =>
      reads
        .selectFrom("users")
        .select([
          sum("used_quota").as("spent"),
          sql<number>`coalesce(sum(case when deleted_time = 0 then quota else 0 end), 0)`.as("balance"),
          countIf(sql`deleted_time = 0`).as("total"),
          countIf(sql`deleted_time = 0 and inviter_id <> 0`).as("invited"),
        ])
        .executeTakeFirstOrThrow(),

    channels: () =>
      reads
        .selectFrom("channels")
        .select([
          countIf(sql`status = ${sql.lit(channelStatus.enabled)}`).as("enabled"),
          countIf(sql`status = ${sql.lit(channelStatus.disabled)}`).as("disabled"),
          countIf(sql`status = ${sql.lit(channelStatus.autoDisabled)}`).as("disabled_automatically"),
        ])
        .where("deleted_time", "=", 0)
        .executeTakeFirstOrThrow(),

    /** Codes that exist or were redeemed. */
    codes: () =>
      reads
        .selectFrom("redemptions")
        .select([
          count.as("issued"),
          sum("quota").as("issued_quota"),
          countIf(sql`redeemed_time <> 0`).as("redeemed"),
          sql<number>`coalesce(sum(case when redeemed_time <> 0 then quota else 0 end), 0)`.as(
            "redeemed_quota",
          ),
        ])
        .where((b) => b.or([b("deleted_time", "=", 0), b("redeemed_time", "<>", 0)]))
        .executeTakeFirstOrThrow(),

    /** Paid orders by currency, without refunds; amounts in the smallest unit. */
    paid: () =>
      reads
        .selectFrom("orders")
        .select([
          "order_currency as currency",
          count.as("orders"),
          sql<number>`sum(order_amount - refunded_amount)`.as("amount"),
          sql<number>`sum(quota - refunded_quota)`.as("quota"),
        ])
        .where("paid_at", ">", 0)
        .groupBy("order_currency")
        .orderBy("order_currency")
        .execute(),
  };
}
