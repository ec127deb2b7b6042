import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** Notice channels, and the queue of their messages. */
export const notices: Migration = {
  name: "0033-notices",
  creates: ["notice_channels", "notices"],
  async up(schema, dialect) {
    const { bigint } = dialect;
    await schema.schema
      .createTable("notice_channels")
      .addColumn("id", dialect.identityType, dialect.identity)
      .addColumn("uuid", "text", (c) => c.notNull().unique())
      .addColumn("type", "text", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("config_encrypted", "text", (c) => c.notNull())
      .addColumn("language", "text", (c) => c.notNull())
      .addColumn("events", "text", (c) => c.notNull())
      .addColumn("pause_minutes", "integer", (c) => c.notNull())
      .addColumn("enable", "integer", (c) => c.notNull())
      .addColumn("created_time", bigint, (c) => c.notNull())
      .addColumn("last_sent_time", bigint, (c) => c.notNull())
      .addColumn("last_error", "text", (c) => c.notNull())
      .addColumn("holder", "text", (c) => c.notNull())
      .addColumn("held_until", bigint, (c) => c.notNull())
      .execute();
    await schema.schema
      .createTable("notices")
      .addColumn("id", dialect.identityType, dialect.identity)
      .addColumn("created_time", bigint, (c) => c.notNull())
      .addColumn("channel_id", bigint, (c) => c.notNull())
      .addColumn("channel_name", "text", (c) => c.notNull())
      .addColumn("event", "text", (c) => c.notNull())
      .addColumn("subject", "text", (c) => c.notNull())
      .addColumn("label", "text", (c) => c.notNull())
      .addColumn("seal_ref", "text", (c) => c.notNull())
      .addColumn("body_encrypted", "text", (c) => c.notNull())
      .addColumn("count", "integer", (c) => c.notNull())
      .addColumn("status", "text", (c) => c.notNull())
      .addColumn("attempts", "integer", (c) => c.notNull())
      .addColumn("next_time", bigint, (c) => c.notNull())
      .addColumn("sent_time", bigint, (c) => c.notNull())
      .addColumn("delivered", "text", (c) => c.notNull())
      .addColumn("last_error", "text", (c) => c.notNull())
      .execute();
    await sql`create index notices_queued on notices (channel_id, next_time) where status = 'queued'`.execute(
      schema,
    );
    // Repetitions are combined into one message until its first attempt.
    await sql`create unique index notices_collecting on notices (channel_id, event, subject) where status = 'queued' and attempts = 0`.execute(
      schema,
    );
    await schema.schema
      .createIndex("notices_subject")
      .on("notices")
      .columns(["channel_id", "event", "subject", "id"])
      .execute();
    await schema.schema.createIndex("notices_created").on("notices").column("created_time").execute();
  },
};
