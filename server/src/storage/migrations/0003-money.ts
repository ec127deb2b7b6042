import { sql } from "kysely";
import type { Migration } from "./migration.ts";

export const money: Migration = {
  name: "0003-money",
  creates: ["logs", "usage_hourly", "ledger_entries", "leases", "processes"],
  async up(schema, dialect) {
    const { bigint } = dialect;
    await schema.schema
      .createTable("logs")
      .addColumn("id", dialect.identityType, dialect.identity)
      .addColumn("created_at", bigint, (c) => c.notNull())
      .addColumn("type", "integer", (c) => c.notNull())
      .addColumn("content", "text", (c) => c.notNull())
      .addColumn("user_id", bigint, (c) => c.notNull())
      .addColumn("username", "text", (c) => c.notNull())
      .addColumn("token_id", bigint, (c) => c.notNull())
      .addColumn("token_name", "text", (c) => c.notNull())
      .addColumn("model_name", "text", (c) => c.notNull())
      .addColumn("quota", bigint, (c) => c.notNull())
      .addColumn("prompt_tokens", bigint, (c) => c.notNull())
      .addColumn("completion_tokens", bigint, (c) => c.notNull())
      .addColumn("channel_id", bigint, (c) => c.notNull())
      .addColumn("request_time", bigint, (c) => c.notNull())
      .addColumn("is_stream", "integer", (c) => c.notNull())
      .addColumn("source_ip", "text", (c) => c.notNull())
      .addColumn("request_id", "text", (c) => c.notNull())
      .addColumn("metadata", "text", (c) => c.notNull())
      .execute();
    // Lists sort by the index they filter on. Request ids begin with the time, so their index grows at its end.
    await sql`create index logs_created on logs (created_at desc, id desc)`.execute(schema);
    await sql`create index logs_user_created on logs (user_id, created_at desc, id desc)`.execute(schema);
    await sql`create index logs_request on logs (request_id)`.execute(schema);

    await schema.schema
      .createTable("usage_hourly")
      .addColumn("hour", bigint, (c) => c.notNull())
      .addColumn("user_id", bigint, (c) => c.notNull())
      .addColumn("channel_id", bigint, (c) => c.notNull())
      .addColumn("model_name", "text", (c) => c.notNull())
      .addColumn("request_count", bigint, (c) => c.notNull())
      .addColumn("quota", bigint, (c) => c.notNull())
      .addColumn("prompt_tokens", bigint, (c) => c.notNull())
      .addColumn("completion_tokens", bigint, (c) => c.notNull())
      .addColumn("request_time", bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint("usage_hourly_key", ["hour", "user_id", "channel_id", "model_name"])
      .execute();

    await schema.schema
      .createTable("ledger_entries")
      .addColumn("id", "text", (c) => c.primaryKey().notNull())
      .addColumn("user_id", bigint, (c) => c.notNull())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("amount", bigint, (c) => c.notNull())
      .addColumn("created_at", bigint, (c) => c.notNull())
      .addColumn("remark", "text", (c) => c.notNull())
      // The key is the table: one tree to write instead of two.
      .$call((table) => (dialect.name === "sqlite" ? table.modifyEnd(sql`without rowid`) : table))
      .execute();

    await schema.schema
      .createTable("leases")
      .addColumn("process_id", "text", (c) => c.notNull())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("owner_id", bigint, (c) => c.notNull())
      .addColumn("amount", bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint("leases_key", ["process_id", "kind", "owner_id"])
      .execute();
    await schema.schema.createIndex("leases_owner").on("leases").columns(["kind", "owner_id"]).execute();

    await schema.schema
      .createTable("processes")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("host", "text", (c) => c.notNull())
      .addColumn("pid", bigint, (c) => c.notNull())
      .addColumn("started_at", bigint, (c) => c.notNull())
      .addColumn("heartbeat_at", bigint, (c) => c.notNull())
      .execute();
  },
};
