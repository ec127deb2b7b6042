import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { Database } from "../../src/storage/database.ts";
import { postgresDialect } from "../../src/storage/dialect/postgres.ts";
import { sqliteDialect } from "../../src/storage/dialect/sqlite.ts";
import type { Tables } from "../../src/storage/tables/index.ts";

export type DialectName = Database["dialect"]["name"];

/** A statement as sent to a database. */
export interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

/** A database that compiles statements and records them. Every statement returns one row and changes one. */
export interface RecordedDatabase {
  database: Database;
  /** The statements since the last `take`. */
  take(): Statement[];
}

/** Columns that every repository needs to reach its next statement. */
const row = { id: 1, user_id: 1, count: 1, created_at: 1_700_000_000, quota: 0, uncollected: 1 };

const compilers = {
  sqlite: { adapter: SqliteAdapter, compiler: SqliteQueryCompiler, introspector: SqliteIntrospector },
  postgres: { adapter: PostgresAdapter, compiler: PostgresQueryCompiler, introspector: PostgresIntrospector },
};

/** @param more columns of the returned rows in addition to the usual ones */
export function recordSql(name: DialectName, more: object): RecordedDatabase {
  let seen: Statement[] = [];
  const note = async (sql: string): Promise<void> => void seen.push({ sql, parameters: [] });
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery) {
      seen.push({ sql, parameters });
      return { rows: [{ ...row, ...more } as Row], numAffectedRows: 1n };
    },
    streamQuery() {
      throw new Error("Nothing is streamed.");
    },
  };
  const { adapter: Adapter, compiler: Compiler, introspector: Introspector } = compilers[name];
  const queries = new Kysely<Tables>({
    dialect: {
      createDriver: () => ({
        init: async () => {},
        acquireConnection: async () => connection,
        releaseConnection: async () => {},
        beginTransaction: () => note("begin"),
        commitTransaction: () => note("commit"),
        rollbackTransaction: () => note("rollback"),
        destroy: async () => {},
      }),
      createAdapter: () => new Adapter(),
      createQueryCompiler: () => new Compiler(),
      createIntrospector: (db) => new Introspector(db),
    },
  });
  return {
    database: {
      queries,
      reads: queries,
      dialect: name === "sqlite" ? sqliteDialect : postgresDialect,
      location: { kind: "sqlite", file: "" },
      transaction: (work) => queries.transaction().execute(work),
      close: () => queries.destroy(),
    },
    take() {
      const taken = seen;
      seen = [];
      return taken;
    },
  };
}
