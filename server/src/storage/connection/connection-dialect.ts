import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { SqliteConnection } from "./sqlite-connection.ts";

/**
 * Kysely over the connection's thread. A transaction takes the write lock when it begins: one that reads first and
 * takes the lock later fails immediately after a write of another connection, and waiting does not help it.
 */
export function createConnectionDialect(connection: SqliteConnection): Dialect {
  const run = (sql: string) => async (held: DatabaseConnection) => {
    await held.executeQuery(CompiledQuery.raw(sql));
  };
  return {
    createDriver: () => ({
      init: async () => {},
      acquireConnection: () => connection.acquire(),
      releaseConnection: async () => connection.release(),
      beginTransaction: run("begin immediate"),
      commitTransaction: run("commit"),
      rollbackTransaction: run("rollback"),
      destroy: () => connection.close(),
    }),
    createAdapter: () => new QueueingAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (queries) => new SqliteIntrospector(queries),
  };
}

/** `acquire` queues; Kysely's own queue wakes every waiting statement after each one. */
class QueueingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
