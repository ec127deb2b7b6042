import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { SqliteReader } from "./sqlite-reader.ts";

/** Kysely over the reader's thread: every query is one message to it. It has no transactions. */
export function createReaderDialect(reader: SqliteReader): Dialect {
  const connection = readerConnection(reader);
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: rejectTransaction,
    commitTransaction: rejectTransaction,
    rollbackTransaction: rejectTransaction,
    // The creator of the reader closes it.
    destroy: async () => {},
  };
  return {
    createDriver: () => driver,
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (queries) => new SqliteIntrospector(queries),
  };
}

function readerConnection(reader: SqliteReader): DatabaseConnection {
  return {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      return { rows: (await reader.read(sql, parameters)) as Row[] };
    },
    streamQuery() {
      throw new Error("The reader does not stream.");
    },
  };
}

async function rejectTransaction(): Promise<void> {
  throw new Error("The reader has no transactions.");
}
