import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** Statements read one user's hours; a low balance is reported once until the balance was above. */
export const statements: Migration = {
  name: "0029-statements",
  creates: [],
  async up(schema) {
    // Only a new hour of a user and model writes to it; calls within the hour change other columns.
    await schema.schema
      .createIndex("usage_hourly_user")
      .on("usage_hourly")
      .columns(["user_id", "hour"])
      .execute();
    await schema.schema
      .alterTable("users")
      .addColumn("balance_reminded", "integer", (c) => c.notNull().defaultTo(0))
      .execute();
    await schema.schema
      .createIndex("users_balance_reminded")
      .on("users")
      .column("id")
      .where(sql.ref("balance_reminded"), "<>", sql.lit(0))
      .execute();
  },
};
