import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import { startWorker, type WorkerThread } from "../../platform/worker-call.ts";

/** One statement on its way to the connection's thread. */
export interface ConnectionCall {
  sql: string;
  parameters: readonly unknown[];
}

export type ConnectionOperations = {
  run(call: ConnectionCall): QueryResult<unknown>;
  close(input: undefined): void;
};

/** SQLite rejected a statement, or the connection has ended. */
export class ConnectionError extends Error {
  override name = "ConnectionError";
  /** SQLite's name of the error, e.g. `SQLITE_CONSTRAINT_UNIQUE`; empty if it has none. */
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** The event loop's connection to a SQLite file. */
export interface SqliteConnection {
  /** Waits for the holders before; statements of others wait until `release`. */
  acquire(): Promise<DatabaseConnection>;
  release(): void;
  /** Runs the statements sent until now, then ends the thread. */
  close(): Promise<void>;
}

/**
 * A connection in a thread: waiting for the file's lock and for the disk does not block the event loop. The thread
 * starts with the first statement. If it ends unexpectedly, the statements of its holder fail, since SQLite has rolled
 * back, and the next holder gets a new thread.
 */
export function createSqliteConnection(file: string, onError: (error: Error) => void): SqliteConnection {
  /** Resolves when the latest holder releases. */
  let turn: Promise<void> = Promise.resolve();
  let release: () => void = () => {};
  let thread: WorkerThread<ConnectionOperations> | undefined;
  let closed = false;

  function start(): WorkerThread<ConnectionOperations> {
    const started = startWorker<ConnectionOperations>(
      new URL("./sqlite-connection-thread.ts", import.meta.url),
      {
        data: file,
        unref: true,
        toError: ({ message, code }) => new ConnectionError(message, code),
        onEnd(error) {
          if (thread === started) thread = undefined;
          onError(error);
        },
      },
    );
    return started;
  }

  return {
    async acquire() {
      const before = turn;
      const { promise, resolve } = Promise.withResolvers<void>();
      turn = promise;
      await before;
      release = resolve;
      try {
        if (closed) throw new ConnectionError("the database is closed", "");
        thread ??= start();
        return connectionTo(thread);
      } catch (error) {
        // Kysely releases only what it was given.
        resolve();
        throw error;
      }
    },
    release: () => release(),
    async close() {
      closed = true;
      await thread?.close("close", undefined);
    },
  };
}

function connectionTo(thread: WorkerThread<ConnectionOperations>): DatabaseConnection {
  return {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      return (await thread.call("run", { sql, parameters })) as QueryResult<Row>;
    },
    streamQuery() {
      throw new Error("The connection does not stream.");
    },
  };
}
