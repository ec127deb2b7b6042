import type { Migration } from "./migration.ts";

/**
 * From here on SQLite has items of translated Responses as sealed bytes beside older texts, in the same column. Nothing changes now, but
 * a version that reads only texts does not start on such a database.
 */
export const itemsAsBytes: Migration = {
  name: "0039-items-as-bytes",
  creates: [],
  up: async () => {},
};
