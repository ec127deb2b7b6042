/** The connection's thread: runs the statements of the event loop, one after the other. */
import { workerData } from "node:worker_threads";
import type { SqliteDatabase } from "kysely";
import { stepBack } from "../../platform/step-back.ts";
import { answerCalls } from "../../platform/worker-call.ts";
import { keepStatements } from "../kept-statements.ts";
import { openSqlite } from "../open-sqlite.ts";
import type { ConnectionOperations } from "./sqlite-connection.ts";

stepBack();

let opened: SqliteDatabase | undefined;

/** Opened by the first call, so that its caller gets the error. */
function open(): SqliteDatabase {
  opened ??= keepStatements(openSqlite(workerData as string));
  return opened;
}

answerCalls({
  run({ sql, parameters }) {
    const statement = open().prepare(sql);
    if (statement.reader) return { rows: statement.all(parameters) };
    const { changes, lastInsertRowid } = statement.run(parameters);
    return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
  },
  close: () => opened?.close(),
} satisfies ConnectionOperations);
