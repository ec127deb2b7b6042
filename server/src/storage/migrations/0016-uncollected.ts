import type { Migration } from "./migration.ts";

/**
 * Costs above reservation and balance: per user since the last credit, and per day for administrators, so that no sum
 * reads the log.
 */
export const uncollected: Migration = {
  name: "0016-uncollected",
  creates: ["uncollected_daily"],
  async up(schema, { bigint }) {
    await schema.schema
      .alterTable("users")
      .addColumn("uncollected", bigint, (c) => c.notNull().defaultTo(0))
      .execute();
    await schema.schema
      .createTable("uncollected_daily")
      .addColumn("day", bigint, (c) => c.primaryKey().notNull())
      .addColumn("quota", bigint, (c) => c.notNull())
      .addColumn("calls", bigint, (c) => c.notNull())
      .execute();
  },
};
