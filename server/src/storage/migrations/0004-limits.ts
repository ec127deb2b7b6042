import type { Migration } from "./migration.ts";

/** Rate limits per group and per token; 0: none, as before. */
export const limits: Migration = {
  name: "0004-limits",
  creates: [],
  async up(schema, dialect) {
    const added = {
      user_groups: ["tokens_per_minute", "concurrency"],
      tokens: ["requests_per_minute", "tokens_per_minute", "concurrency"],
    };
    for (const [table, columns] of Object.entries(added)) {
      for (const column of columns) {
        await schema.schema
          .alterTable(table)
          .addColumn(column, dialect.bigint, (c) => c.notNull().defaultTo(0))
          .execute();
      }
    }
  },
};
