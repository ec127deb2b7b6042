import type { Migration } from "./migration.ts";

/** Formats whose endpoint is missing at an upstream: a JSON list, emptied when the channel is edited. */
export const unsupportedEndpoints: Migration = {
  name: "0019-unsupported-endpoints",
  creates: [],
  async up(schema) {
    await schema.schema
      .alterTable("channels")
      .addColumn("unsupported_endpoints", "text", (c) => c.notNull().defaultTo("[]"))
      .execute();
  },
};
