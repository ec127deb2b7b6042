import type { Migration } from "./migration.ts";

/** How long a stored response is: the call that goes on with it reserves at least that prompt. */
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
