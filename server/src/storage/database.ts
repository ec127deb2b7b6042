import { mkdirSync } from "node:fs";
import path from "node:path";
import SQLite from "better-sqlite3";
import { Kysely, PostgresDialect, SqliteDialect, type Transaction } from "kysely";
import pg from "pg";
import type { Dialect } from "./dialect/dialect.ts";
import { postgresDialect } from "./dialect/postgres.ts";
import { sqliteDialect } from "./dialect/sqlite.ts";
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

/** Opens a SQLite connection as every connection of ours is opened: WAL, full durability, waiting for the lock. */
export function openSqlite(file: string): SQLite.Database {
  mkdirSync(path.dirname(file), { recursive: true });
  const connection = new SQLite(file);
  connection.pragma("journal_mode = WAL");
  connection.pragma("synchronous = FULL");
  connection.pragma("busy_timeout = 10000");
  connection.pragma("foreign_keys = ON");
  return connection;
}

/** A pool whose 64-bit integers arrive as numbers; ours stay inside the safe range (contract limits). */
export function openPostgres(
  url: string,
  size: number,
  onError: (error: Error) => void,
  /** Longest wait for one statement; 0 for ever (migrations). */
  queryMilliseconds: number,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    ...(queryMilliseconds > 0 && { query_timeout: queryMilliseconds }),
    types: {
      getTypeParser: ((oid: number, format?: "text" | "binary") =>
        oid === 20 || oid === 1700
          ? Number
          : pg.types.getTypeParser(oid, format as "text")) as typeof pg.types.getTypeParser,
    },
  });
  // Without a listener a restart of the server would end the process.
  pool.on("error", onError);
  return pool;
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
