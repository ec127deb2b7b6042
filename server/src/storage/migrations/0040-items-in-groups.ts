import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** From here on a row of `translated_items` has several items. Those from before have a row each, found by its id. */
export const itemsInGroups: Migration = {
  name: "0040-items-in-groups",
  creates: [],
  async up(schema, dialect) {
    const { bigint } = dialect;
    await schema.schema.alterTable("translated_items").renameTo("single_items").execute();
    await schema.schema
      .createTable("translated_items")
      .addColumn("id", dialect.identityType, dialect.identity)
      .addColumn("user_id", bigint, (c) => c.notNull())
      .addColumn("created_at", bigint, (c) => c.notNull())
      .addColumn("by_id", "integer", (c) => c.notNull())
      .addColumn("items", "integer", (c) => c.notNull())
      .addColumn("bytes", "integer", (c) => c.notNull())
      .addColumn("ids", "text", (c) => c.notNull())
      .addColumn("content_encrypted", "text", (c) => c.notNull())
      .execute();
    await sql`
      insert into translated_items (user_id, created_at, by_id, items, bytes, ids, content_encrypted)
      select user_id, created_at, 1, 1, bytes, id, content_encrypted from single_items order by created_at, id
    `.execute(schema);
    await schema.schema.dropTable("single_items").execute();
    // Limits of a user and of all are read from the index alone.
    await sql`create index translated_items_of_user on translated_items (user_id, created_at, id, items, bytes)`.execute(
      schema,
    );
    await sql`create index translated_items_created on translated_items (created_at, bytes)`.execute(schema);
    await sql`create index translated_items_by_id on translated_items (user_id, ids) where by_id = 1`.execute(
      schema,
    );
  },
};
