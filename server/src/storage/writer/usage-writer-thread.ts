/**
 * Inside of the writer thread. Calls are served strictly one after the other, in the order they came: a lease is extended
 * before the row that spends it is booked.
 */
import { parentPort, workerData } from "node:worker_threads";
import { stepBack } from "../../platform/step-back.ts";
import type { DatabaseLocation } from "../database.ts";
import { unpackRows } from "./pack-rows.ts";
import type { WriterStore } from "./usage-store.ts";
import type { WriterCall, WriterReply, WriterStart } from "./usage-writer.ts";

const start = workerData as WriterStart;
const port = parentPort;
if (!port) throw new Error("The usage writer runs as a worker thread.");
stepBack();

/** Loads the driver of the database in use and nothing more: every module stands in this thread's memory once again. */
async function openStore(location: DatabaseLocation): Promise<WriterStore> {
  if (location.kind === "sqlite") {
    const { openSqliteUsageStore } = await import("./sqlite-usage-store.ts");
    return openSqliteUsageStore(location.file, start.processId);
  }
  const { openPostgresUsageStore } = await import("./postgres-usage-store.ts");
  return openPostgresUsageStore(location.url, start.processId, () => {});
}

const opening = openStore(start.location);

async function serve(call: WriterCall): Promise<unknown> {
  const store = await opening;
  switch (call.op) {
    case "extend":
      return store.extend(call.kind, call.ownerId, call.need, call.wish);
    case "take":
      return store.take(call.kind, call.ownerId, call.amount);
    case "giveBack":
      return store.giveBack(call.changes);
    case "commit":
      return store.commit(unpackRows(call.rows));
    case "keepMakers":
      return store.keepMakers(call.rows);
    case "keepItems":
      return store.keepItems(call.rows, call.trim, call.limits);
    case "heartbeat":
      return store.heartbeat(call.process, call.now);
    case "listProcesses":
      return store.listProcesses();
    case "sweep":
      return store.sweep(call.processId);
    case "close":
      await store.close();
      return undefined;
  }
}

/** PostgreSQL classes 22 (data), 23 (constraints) and 54 (limits), invalid JSON and text included; SQLite's counterparts. */
function refusesData(error: unknown): boolean {
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
  if (/^(22|23|54)[0-9A-Z]{3}$/.test(code)) return true;
  return /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE)/.test(code) || error instanceof TypeError;
}

let queue: Promise<void> = Promise.resolve();
port.on("message", ({ id, call }: { id: number; call: WriterCall }) => {
  queue = queue.then(async () => {
    let reply: WriterReply;
    try {
      reply = { id, value: await serve(call) };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      reply = { id, error: message, refusesData: refusesData(error) };
    }
    port.postMessage(reply);
    if (call.op === "close") port.close();
  });
});
