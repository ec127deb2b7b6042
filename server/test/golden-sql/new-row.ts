import type { Tables } from "../../src/storage/tables/index.ts";
import { schema } from "./migrated-schema.ts";

/** A row for an INSERT: every column of the table except a generated id; texts are "x", numbers 1. */
export function newRow<Row>(table: keyof Tables, more: Partial<NoInfer<Row>> = {}): Row {
  const columns = schema
    .prepare<[string], { name: string; type: string; pk: number }>(
      "select name, lower(type) as type, pk from pragma_table_info(?)",
    )
    .all(table);
  const values = columns
    .filter(({ name, type, pk }) => !(name === "id" && type === "integer" && pk === 1))
    .map(({ name, type }) => [name, type === "text" ? "x" : 1]);
  return { ...(Object.fromEntries(values) as Row), ...more };
}
