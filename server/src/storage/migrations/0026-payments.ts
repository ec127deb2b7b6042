import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** Payment gateways, orders, and their callbacks. */
export const payments: Migration = {
  name: "0026-payments",
  creates: ["payment_gateways", "orders", "order_events", "order_settlements"],
  async up(schema, dialect) {
    const { bigint } = dialect;
    await schema.schema
      .createTable("payment_gateways")
      .addColumn("id", dialect.identityType, dialect.identity)
      .addColumn("uuid", "text", (c) => c.notNull().unique())
      .addColumn("type", "text", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("icon", "text", (c) => c.notNull())
      .addColumn("notify_domain", "text", (c) => c.notNull())
      .addColumn("fixed_fee", bigint, (c) => c.notNull())
      .addColumn("percent_fee", bigint, (c) => c.notNull())
      .addColumn("currency", "text", (c) => c.notNull())
      .addColumn("exchange_rate", bigint, (c) => c.notNull())
      .addColumn("config_encrypted", "text", (c) => c.notNull())
      .addColumn("sort", bigint, (c) => c.notNull())
      .addColumn("enable", "integer", (c) => c.notNull())
      .addColumn("created_at", bigint, (c) => c.notNull())
      .addColumn("deleted_time", bigint, (c) => c.notNull())
      .execute();
    await schema.schema
      .createTable("orders")
      .addColumn("id", dialect.identityType, dialect.identity)
      .addColumn("trade_no", "text", (c) => c.notNull().unique())
      .addColumn("user_id", bigint, (c) => c.notNull())
      .addColumn("gateway_id", bigint, (c) => c.notNull())
      .addColumn("gateway_no", "text", (c) => c.notNull())
      .addColumn("reference", "text", (c) => c.notNull())
      .addColumn("amount", bigint, (c) => c.notNull())
      .addColumn("quota", bigint, (c) => c.notNull())
      .addColumn("order_amount", bigint, (c) => c.notNull())
      .addColumn("order_currency", "text", (c) => c.notNull())
      .addColumn("fee", bigint, (c) => c.notNull())
      .addColumn("discount", bigint, (c) => c.notNull())
      .addColumn("status", "text", (c) => c.notNull())
      .addColumn("problem", "text", (c) => c.notNull())
      .addColumn("late", "integer", (c) => c.notNull())
      .addColumn("refunded_amount", bigint, (c) => c.notNull())
      .addColumn("refunded_quota", bigint, (c) => c.notNull())
      .addColumn("checkout", "text", (c) => c.notNull())
      .addColumn("created_at", bigint, (c) => c.notNull())
      .addColumn("expires_at", bigint, (c) => c.notNull())
      .addColumn("paid_at", bigint, (c) => c.notNull())
      .execute();
    await schema.schema.createIndex("orders_user").on("orders").columns(["user_id", "id"]).execute();
    await schema.schema.createIndex("orders_open").on("orders").columns(["status", "expires_at"]).execute();
    await schema.schema.createIndex("orders_paid").on("orders").column("paid_at").execute();
    await schema.schema
      .createTable("order_events")
      .addColumn("id", dialect.identityType, dialect.identity)
      .addColumn("order_id", bigint, (c) => c.notNull())
      .addColumn("gateway_id", bigint, (c) => c.notNull())
      .addColumn("created_at", bigint, (c) => c.notNull())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("detail", "text", (c) => c.notNull())
      .execute();
    await schema.schema
      .createIndex("order_events_order")
      .on("order_events")
      .columns(["order_id", "id"])
      .execute();
    // Each number of a gateway is booked once, for any number of reports.
    await schema.schema
      .createTable("order_settlements")
      .addColumn("gateway_id", bigint, (c) => c.notNull())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("gateway_no", "text", (c) => c.notNull())
      .addColumn("order_id", bigint, (c) => c.notNull())
      .addColumn("amount", bigint, (c) => c.notNull())
      .addColumn("quota", bigint, (c) => c.notNull())
      .addColumn("created_at", bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint("order_settlements_key", ["gateway_id", "kind", "gateway_no"])
      .execute();
    await sql`create index order_settlements_open on order_settlements (created_at) where kind = 'refund_request'`.execute(
      schema,
    );
    await schema.schema
      .createIndex("order_settlements_order")
      .on("order_settlements")
      .column("order_id")
      .execute();
    // Without the entries of calls: there are many, and no query needs those of one user.
    await sql`create index ledger_entries_user on ledger_entries (user_id, created_at) where kind <> 'usage'`.execute(
      schema,
    );
  },
};
