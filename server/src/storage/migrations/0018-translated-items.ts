import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** Items of translated Responses answers, so that a later request can refer to them by id. */
export const translatedItems: Migration = {
  name: "0018-translated-items",
  creates: ["translated_items"],
  async up(schema, dialect) {
    const { bigint } = dialect;
    await schema.schema
      .createTable("translated_items")
      .addColumn("user_id", bigint, (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("created_at", bigint, (c) => c.notNull())
      .addColumn("bytes", "integer", (c) => c.notNull())
      .addColumn("content_encrypted", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("translated_items_key", ["user_id", "id"])
      .execute();
    // Both are served from the index alone: the items of a user, and their total.
    await sql`create index translated_items_of_user on translated_items (user_id, created_at, id, bytes)`.execute(
      schema,
    );
    await sql`create index translated_items_created on translated_items (created_at, bytes)`.execute(schema);
  },
};
