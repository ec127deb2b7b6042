import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** The queue of mails, the codes in them, and the language of each user. */
export const mail: Migration = {
  name: "0009-mail",
  creates: ["mails", "one_time_codes"],
  async up(schema, dialect) {
    const { bigint } = dialect;
    await schema.schema
      .createTable("mails")
      .addColumn("id", dialect.identityType, dialect.identity)
      .addColumn("created_time", bigint, (c) => c.notNull())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("recipient", "text", (c) => c.notNull())
      .addColumn("language", "text", (c) => c.notNull())
      .addColumn("about", "text", (c) => c.notNull())
      .addColumn("seal_ref", "text", (c) => c.notNull())
      .addColumn("body_encrypted", "text", (c) => c.notNull())
      .addColumn("status", "text", (c) => c.notNull())
      .addColumn("attempts", "integer", (c) => c.notNull())
      .addColumn("next_time", bigint, (c) => c.notNull())
      .addColumn("expires_time", bigint, (c) => c.notNull())
      .addColumn("sent_time", bigint, (c) => c.notNull())
      .addColumn("last_error", "text", (c) => c.notNull())
      .execute();
    await sql`create index mails_queued on mails (next_time) where status = 'queued'`.execute(schema);
    await sql`create index mails_about on mails (about, created_time) where about <> ''`.execute(schema);
    await schema.schema.createIndex("mails_created").on("mails").column("created_time").execute();

    await schema.schema
      .createTable("one_time_codes")
      .addColumn("purpose", "text", (c) => c.notNull())
      .addColumn("subject", "text", (c) => c.notNull())
      .addColumn("hash", "text", (c) => c.notNull())
      .addColumn("expires_time", bigint, (c) => c.notNull())
      .addColumn("attempts", "integer", (c) => c.notNull())
      .addPrimaryKeyConstraint("one_time_codes_key", ["purpose", "subject"])
      .execute();
    await schema.schema
      .createIndex("one_time_codes_expires")
      .on("one_time_codes")
      .column("expires_time")
      .execute();

    await schema.schema
      .alterTable("users")
      .addColumn("language", "text", (c) => c.notNull().defaultTo(""))
      .execute();
  },
};
