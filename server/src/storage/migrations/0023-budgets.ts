import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** Budgets of users and tokens, and the former key of a token whose key was rotated. */
export const budgets: Migration = {
  name: "0023-budgets",
  creates: ["budget_leases"],
  async up(schema, { bigint }) {
    for (const table of ["users", "tokens"]) {
      await schema.schema
        .alterTable(table)
        .addColumn("budget_period", "text", (c) => c.notNull().defaultTo("none"))
        .execute();
      for (const column of ["budget_quota", "budget_start", "budget_used"])
        await schema.schema
          .alterTable(table)
          .addColumn(column, bigint, (c) => c.notNull().defaultTo(0))
          .execute();
    }
    await schema.schema
      .createTable("budget_leases")
      .addColumn("process_id", "text", (c) => c.notNull())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("owner_id", bigint, (c) => c.notNull())
      .addColumn("period_start", bigint, (c) => c.notNull())
      .addColumn("amount", bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint("budget_leases_key", ["process_id", "kind", "owner_id", "period_start"])
      .execute();
    await schema.schema
      .createIndex("budget_leases_owner")
      .on("budget_leases")
      .columns(["kind", "owner_id", "period_start"])
      .execute();
    await schema.schema
      .alterTable("tokens")
      .addColumn("old_key_hash", "text", (c) => c.notNull().defaultTo(""))
      .execute();
    await schema.schema
      .alterTable("tokens")
      .addColumn("old_key_expires", bigint, (c) => c.notNull().defaultTo(0))
      .execute();
    await schema.schema
      .createIndex("tokens_old_key")
      .on("tokens")
      .column("old_key_hash")
      .unique()
      .where(sql.ref("old_key_hash"), "<>", sql.lit(""))
      .execute();
  },
};
