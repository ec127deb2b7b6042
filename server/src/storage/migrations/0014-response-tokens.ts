import type { Migration } from "./migration.ts";

/** Length of a stored response: a request that continues it reserves at least that prompt. */
export const responseTokens: Migration = {
  name: "0014-response-tokens",
  creates: [],
  async up(schema) {
    await schema.schema
      .alterTable("response_makers")
      .addColumn("tokens", "integer", (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
