import { sql } from "kysely";
import type { TransactionQueries } from "./database.ts";
import type { Dialect } from "./dialect/dialect.ts";
import type { Tables } from "./tables/index.ts";

/**
 * Until the transaction ends no other connection writes to the table; reads continue. On SQLite every transaction locks
 * the whole file.
 */
export async function lockTable(
  queries: TransactionQueries,
  dialect: Dialect,
  table: keyof Tables,
): Promise<void> {
  if (dialect.name === "postgres")
    await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(queries);
}
