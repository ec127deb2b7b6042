import { startWorker, type WorkerThread } from "../../platform/worker-call.ts";

/** One statement on its way to the reader's thread. */
export interface ReaderCall {
  sql: string;
  parameters: readonly unknown[];
}

/** The values of rows by column: as objects, rows would carry their columns' names between the threads. */
export interface ReadColumns {
  names: string[];
  /** As many as there are names, each with a value for every row. */
  columns: unknown[][];
}

export type ReaderOperations = { read(call: ReaderCall): ReadColumns };

export interface SqliteReader {
  /**
   * The rows of one read-only statement. Statements run one after the other, in the order they came.
   * @throws ReaderError if the database rejects it, if it takes longer than the time limit, or if the reader is closed.
   */
  read(sql: string, parameters: readonly unknown[]): Promise<unknown[]>;
  /** Ends the thread and rejects waiting statements. SQLite cannot be interrupted: a running statement is awaited. */
  close(): Promise<void>;
}

export interface ReaderTimes {
  /** Longest run of one statement, milliseconds; 0: unlimited. */
  limit: number;
  /** Milliseconds without a statement after which the thread ends and releases its memory. */
  idle: number;
}

/** The reader could not run the statement. */
export class ReaderError extends Error {
  override name = "ReaderError";
  /** SQLite's name of the error, or empty. */
  readonly code: string;

  constructor(message: string, code = "") {
    super(`reader: ${message}`);
    this.code = code;
  }
}

interface WaitingCall extends ReaderCall {
  resolve: (rows: unknown[]) => void;
  reject: (error: ReaderError) => void;
}

function toRows({ names, columns }: ReadColumns): Record<string, unknown>[] {
  const [first = []] = columns;
  return first.map((_value, at) => {
    const row: Record<string, unknown> = {};
    for (let place = 0; place < names.length; place++) row[names[place] ?? ""] = columns[place]?.[at];
    return row;
  });
}

/**
 * Reads of a SQLite file in a separate thread, on a read-only connection, so that a long one delays no relayed call.
 * The thread starts with the first statement and ends when idle: an unused console costs nothing.
 */
export function createSqliteReader(file: string, times: ReaderTimes): SqliteReader {
  const waiting: WaitingCall[] = [];
  let current: WaitingCall | undefined;
  let worker: WorkerThread<ReaderOperations> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function start(): WorkerThread<ReaderOperations> {
    const mine = startWorker<ReaderOperations>(new URL("./sqlite-reader-thread.ts", import.meta.url), {
      data: file,
      toError: ({ name, message, code }) => new ReaderError(message, name === "SqliteError" ? code : ""),
      onEnd: () => {
        if (worker === mine) worker = undefined;
      },
    });
    return mine;
  }

  function finish(settle: (call: WaitingCall) => void): void {
    clearTimeout(timer);
    if (current) settle(current);
    current = undefined;
    if (waiting.length > 0) runNext();
    else if (worker) timer = setTimeout(() => void leaveThread(), times.idle).unref();
  }

  function runNext(): void {
    if (current) return;
    current = waiting.shift();
    if (!current) return;
    clearTimeout(timer);
    if (times.limit > 0) timer = setTimeout(giveUp, times.limit);
    worker ??= start();
    const { sql, parameters } = current;
    const mine = current;
    worker.call("read", { sql, parameters }).then(
      (read) => {
        if (current === mine) finish((call) => call.resolve(toRows(read)));
      },
      (error: ReaderError) => {
        // The thread was abandoned and the call already rejected.
        if (current === mine) finish((call) => call.reject(error));
      },
    );
  }

  /** Waiting statements get a new thread; the old one ends when SQLite returns from its statement. */
  function giveUp(): void {
    void leaveThread();
    const error = new ReaderError(`a statement took longer than ${times.limit} ms`);
    finish((call) => call.reject(error));
  }

  async function leaveThread(): Promise<void> {
    const left = worker;
    worker = undefined;
    await left?.terminate();
  }

  return {
    read: (sql, parameters) =>
      new Promise((resolve, reject) => {
        if (closed) {
          reject(new ReaderError("closed"));
          return;
        }
        waiting.push({ sql, parameters, resolve, reject });
        runNext();
      }),

    async close() {
      closed = true;
      const ended = leaveThread();
      const error = new ReaderError("closed");
      for (const call of waiting.splice(0)) call.reject(error);
      finish((call) => call.reject(error));
      await ended;
    },
  };
}
