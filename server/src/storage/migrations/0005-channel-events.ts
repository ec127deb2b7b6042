import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** The events of each channel with their reasons, and the last run of each job in any of the processes. */
export const channelEvents: Migration = {
  name: "0005-channel-events",
  creates: ["channel_events", "job_runs"],
  async up(schema, dialect) {
    const { bigint } = dialect;
    await schema.schema
      .createTable("channel_events")
      .addColumn("id", dialect.identityType, dialect.identity)
      .addColumn("channel_id", bigint, (c) => c.notNull())
      .addColumn("created_at", bigint, (c) => c.notNull())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("model", "text", (c) => c.notNull())
      .addColumn("key_index", "integer", (c) => c.notNull())
      .addColumn("key_hint", "text", (c) => c.notNull())
      .addColumn("status", "integer", (c) => c.notNull())
      .addColumn("time", bigint, (c) => c.notNull())
      .addColumn("reason", "text", (c) => c.notNull())
      .addColumn("request_id", "text", (c) => c.notNull())
      .addColumn("actor_name", "text", (c) => c.notNull())
      .execute();
    await sql`create index channel_events_channel on channel_events (channel_id, id desc)`.execute(schema);

    await schema.schema
      .createTable("job_runs")
      .addColumn("name", "text", (c) => c.primaryKey())
      .addColumn("started_at", bigint, (c) => c.notNull())
      .addColumn("holder", "text", (c) => c.notNull())
      .addColumn("held_until", bigint, (c) => c.notNull())
      .addColumn("progress", "text", (c) => c.notNull())
      .execute();
  },
};
