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
  read: ({ sql, parameters }) => connection.prepare(sql).all(...parameters),
} satisfies ReaderOperations);
