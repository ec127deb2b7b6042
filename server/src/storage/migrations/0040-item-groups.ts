import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** Items of translated Responses answers that share a row. Those from before stay in their own table until they expire. */
export const itemGroups: Migration = {
  name: "0040-item-groups",
  creates: ["translated_item_groups"],
  async up(schema, dialect) {
    const { bigint } = dialect;
    await schema.schema
      .createTable("translated_item_groups")
      .addColumn("id", dialect.identityType, dialect.identity)
      .addColumn("user_id", bigint, (c) => c.notNull())
      .addColumn("created_at", bigint, (c) => c.notNull())
      .addColumn("id_time", bigint, (c) => c.notNull())
      .addColumn("items", "integer", (c) => c.notNull())
      .addColumn("bytes", "integer", (c) => c.notNull())
      .addColumn("ids", "text", (c) => c.notNull())
      .addColumn("content_encrypted", "text", (c) => c.notNull())
      .execute();
    await schema.schema
      .createIndex("translated_item_groups_time")
      .on("translated_item_groups")
      .columns(["user_id", "id_time"])
      .execute();
    // Both are served from the index alone: the items of a user, and the total.
    await sql`create index translated_item_groups_of_user on translated_item_groups (user_id, created_at, id, items, bytes)`.execute(
      schema,
    );
    await sql`create index translated_item_groups_created on translated_item_groups (created_at, bytes)`.execute(
      schema,
    );
  },
};
