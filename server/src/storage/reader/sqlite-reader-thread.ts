/** The reader's thread: a read-only connection, one statement at a time. */
import { workerData } from "node:worker_threads";
import SQLite from "better-sqlite3";
import { stepBack } from "../../platform/step-back.ts";
import { answerCalls } from "../../platform/worker-call.ts";
import type { ReaderOperations } from "./sqlite-reader.ts";

stepBack();

const connection = new SQLite(workerData as string, { readonly: true });
connection.pragma("busy_timeout = 10000");

answerCalls({
  read({ sql, parameters }) {
    const statement = connection.prepare(sql);
    const names = statement.columns().map(({ name }) => name);
    const rows = statement.raw(true).all(...parameters) as unknown[][];
    return { names, columns: names.map((_name, at) => rows.map((row) => row[at])) };
  },
} satisfies ReaderOperations);
