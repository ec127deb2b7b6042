import SQLite from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import type { Database } from "../../src/storage/database.ts";
import { sqliteDialect } from "../../src/storage/dialect/sqlite.ts";
import { migrate } from "../../src/storage/migrate.ts";
import type { Tables } from "../../src/storage/tables/index.ts";

/** An empty SQLite database in memory with all tables, created by the product's migrations. */
export async function migratedSqlite(): Promise<SQLite.Database> {
  const connection = new SQLite(":memory:");
  const queries = new Kysely<Tables>({ dialect: new SqliteDialect({ database: connection }) });
  const database: Database = {
    queries,
    reads: queries,
    dialect: sqliteDialect,
    location: { kind: "sqlite", file: ":memory:" },
    transaction: (work) => queries.transaction().execute(work),
    close: () => queries.destroy(),
  };
  await migrate(database);
  return connection;
}

/** Shared by tests that only read the schema. */
export const schema: SQLite.Database = await migratedSqlite();
