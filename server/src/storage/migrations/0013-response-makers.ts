import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/**
 * Origins of the states that upstreams keep: a conversation continues after a restart, and in every process of the
 * database.
 */
export const responseOrigins: Migration = {
  name: "0013-response-makers",
  creates: ["response_makers"],
  async up(schema, dialect) {
    const { bigint } = dialect;
    await schema.schema
      .createTable("response_makers")
      .addColumn("id", "text", (c) => c.primaryKey().notNull())
      .addColumn("user_id", bigint, (c) => c.notNull())
      .addColumn("channel_id", bigint, (c) => c.notNull())
      .addColumn("key_index", "integer", (c) => c.notNull())
      .addColumn("created_at", bigint, (c) => c.notNull())
      // The key is the table: one tree to write instead of two.
      .$call((table) => (dialect.name === "sqlite" ? table.modifyEnd(sql`without rowid`) : table))
      .execute();
    await schema.schema
      .createIndex("response_makers_created")
      .on("response_makers")
      .column("created_at")
      .execute();
  },
};
