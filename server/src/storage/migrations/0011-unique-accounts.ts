import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** Names and addresses belong to one living user each, ignoring case; what is owed to a new account. */
export const uniqueAccounts: Migration = {
  name: "0011-unique-accounts",
  creates: [],
  async up(schema) {
    await sql`create unique index users_living_name on users (lower(username)) where deleted_time = 0`.execute(
      schema,
    );
    await schema.schema.dropIndex("users_email").execute();
    await sql`create unique index users_living_email on users (email) where email <> '' and deleted_time = 0`.execute(
      schema,
    );
    await schema.schema
      .alterTable("users")
      .addColumn("welcome_due", "text", (c) => c.notNull().defaultTo(""))
      .execute();
    await sql`create index users_welcome_due on users (id) where welcome_due <> ''`.execute(schema);
  },
};
