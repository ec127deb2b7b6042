import type { Migration } from "./migration.ts";

/** Rules of prices: a JSON list of conditions with their values. */
export const priceRules: Migration = {
  name: "0021-price-rules",
  creates: [],
  async up(schema) {
    await schema.schema
      .alterTable("prices")
      .addColumn("rules", "text", (c) => c.notNull().defaultTo("[]"))
      .execute();
  },
};
