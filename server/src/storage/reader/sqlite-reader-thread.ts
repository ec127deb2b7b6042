/** Inside of the reader's thread: a connection that cannot write, one statement at a time. */
import { parentPort, workerData } from "node:worker_threads";
import SQLite from "better-sqlite3";
import { stepBack } from "../../platform/step-back.ts";
import type { ReaderCall, ReaderReply } from "./sqlite-reader.ts";

const port = parentPort;
if (!port) throw new Error("The reader runs as a worker thread.");
stepBack();

const connection = new SQLite(workerData as string, { readonly: true });
connection.pragma("busy_timeout = 10000");

function read({ sql, parameters }: ReaderCall): ReaderReply {
  try {
    return { rows: connection.prepare(sql).all(...parameters) };
  } catch (error) {
    const code = error instanceof SQLite.SqliteError ? error.code : "";
    return { error: error instanceof Error ? error.message : String(error), code };
  }
}

port.on("message", (call: ReaderCall) => port.postMessage(read(call)));
