import { Kysely, PostgresDialect, type Transaction } from "kysely";
import { createConnectionDialect } from "./connection/connection-dialect.ts";
import { createSqliteConnection } from "./connection/sqlite-connection.ts";
import type { Dialect } from "./dialect/dialect.ts";
import { postgresDialect } from "./dialect/postgres.ts";
import { sqliteDialect } from "./dialect/sqlite.ts";
import { openPostgres } from "./open-postgres.ts";
import { createReaderDialect } from "./reader/reader-dialect.ts";
import { createSqliteReader } from "./reader/sqlite-reader.ts";
import type { Tables } from "./tables/index.ts";

export type Queries = Kysely<Tables>;
export type TransactionQueries = Transaction<Tables>;

/** Location of the data: a SQLite file, or a PostgreSQL address. */
export type DatabaseLocation = { kind: "sqlite"; file: string } | { kind: "postgres"; url: string };

export interface Database {
  queries: Queries;
  /**
   * For read-only queries that may take long: lists of large tables, counts, sums. On SQLite these run on a connection
   * of their own, so that `queries` does not wait for them; both see commits immediately.
   */
  reads: Queries;
  dialect: Dialect;
  location: DatabaseLocation;
  /** Runs `work` in one transaction; an error rolls back. */
  transaction<T>(work: (queries: TransactionQueries) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The reader's thread ends after this long without work. */
const idleMilliseconds = 20_000;

/**
 * Opens a database for reading only, without a time limit on statements: for checks that read whole tables. On SQLite
 * it is a separate thread, so that the event loop stays free.
 */
export function openReads(
  location: DatabaseLocation,
  onError: (error: Error) => void = () => {},
): { reads: Queries; close(): Promise<void> } {
  if (location.kind === "sqlite") {
    const reader = createSqliteReader(location.file, { limit: 0, idle: idleMilliseconds });
    const reads: Queries = new Kysely<Tables>({ dialect: createReaderDialect(reader) });
    return { reads, close: () => reader.close() };
  }
  const pool = openPostgres(location.url, 1, onError, 0);
  pool.on("connect", (client) => {
    // A connection runs its statements in order, so this one comes first.
    client.query("set default_transaction_read_only = on").catch(onError);
  });
  const reads: Queries = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { reads, close: () => reads.destroy() };
}

export function openDatabase(
  location: DatabaseLocation,
  onError: (error: Error) => void = () => {},
  /** Longest wait for one statement, except those of `queries` on SQLite; 0: unlimited (migrations). */
  queryMilliseconds = 20_000,
): Database {
  if (location.kind === "postgres") {
    const pool = openPostgres(location.url, 10, onError, queryMilliseconds);
    const queries: Queries = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    return {
      queries,
      reads: queries,
      dialect: postgresDialect,
      location,
      transaction: (work) => queries.transaction().execute(work),
      close: () => queries.destroy(),
    };
  }
  const queries: Queries = new Kysely<Tables>({
    dialect: createConnectionDialect(createSqliteConnection(location.file, onError)),
  });
  const reader = createSqliteReader(location.file, { limit: queryMilliseconds, idle: idleMilliseconds });
  return {
    queries,
    reads: new Kysely<Tables>({ dialect: createReaderDialect(reader) }),
    dialect: sqliteDialect,
    location,
    transaction: (work) => queries.transaction().execute(work),
    async close() {
      await reader.close();
      await queries.destroy();
    },
  };
}
