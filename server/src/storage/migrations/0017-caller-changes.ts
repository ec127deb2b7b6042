import type { Migration } from "./migration.ts";

/** Which user's tokens changed, so that a process only reloads the callers of that user. */
export const callerChanges: Migration = {
  name: "0017-caller-changes",
  creates: ["caller_changes"],
  async up(schema, dialect) {
    await schema.schema
      .createTable("caller_changes")
      .addColumn("version", dialect.bigint, (c) => c.primaryKey().notNull())
      .addColumn("user_id", dialect.bigint, (c) => c.notNull())
      .execute();
  },
};
