import { Kysely, PostgresDialect, SqliteDialect, type Transaction } from "kysely";
import type { Dialect } from "./dialect/dialect.ts";
import { postgresDialect } from "./dialect/postgres.ts";
import { sqliteDialect } from "./dialect/sqlite.ts";
import { openPostgres } from "./open-postgres.ts";
import { openSqlite } from "./open-sqlite.ts";
import type { Tables } from "./tables/index.ts";

export type Queries = Kysely<Tables>;
export type TransactionQueries = Transaction<Tables>;

/** Where the data is: a SQLite file, or a PostgreSQL address. */
export type DatabaseLocation = { kind: "sqlite"; file: string } | { kind: "postgres"; url: string };

export interface Database {
  queries: Queries;
  dialect: Dialect;
  location: DatabaseLocation;
  /** Runs `work` in one transaction; any throw rolls back. */
  transaction<T>(work: (queries: TransactionQueries) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export function openDatabase(
  location: DatabaseLocation,
  onError: (error: Error) => void = () => {},
  queryMilliseconds = 20_000,
): Database {
  const dialect = location.kind === "sqlite" ? sqliteDialect : postgresDialect;
  const queries: Queries = new Kysely<Tables>({
    dialect:
      location.kind === "sqlite"
        ? new SqliteDialect({ database: openSqlite(location.file) })
        : new PostgresDialect({ pool: openPostgres(location.url, 10, onError, queryMilliseconds) }),
  });
  return {
    queries,
    dialect,
    location,
    transaction: (work) => queries.transaction().execute(work),
    close: () => queries.destroy(),
  };
}
