/** The writer thread. Calls are served in order: a lease is extended before the row that spends it is booked. */
import { workerData } from "node:worker_threads";
import { stepBack } from "../../platform/step-back.ts";
import { answerCalls } from "../../platform/worker-call.ts";
import type { DatabaseLocation } from "../../storage/database.ts";
import { groupItems } from "../../storage/writer/group-items.ts";
import type { createItemSealer } from "../../storage/writer/seal-items.ts";
import { unpackRows } from "./pack-rows.ts";
import type { WriterStore } from "./writer-store.ts";
import type { WriterOperations, WriterStart } from "./usage-writer.ts";

const start = workerData as WriterStart;
stepBack();
/** Loaded with the first items: `node:crypto` takes half a megabyte in a thread. */
let sealItems: ReturnType<typeof createItemSealer> | undefined;

/** Loads the driver of the database in use and nothing more: a thread has its own copy of every module in memory. */
async function openStore(location: DatabaseLocation): Promise<WriterStore> {
  if (location.kind === "sqlite") {
    const { openSqliteUsageStore } = await import("./sqlite-usage-store.ts");
    return openSqliteUsageStore(location.file, start.processId);
  }
  const { openPostgresUsageStore } = await import("./postgres-usage-store.ts");
  return openPostgresUsageStore(location.url, start.processId, () => {});
}

const operationsOf = (store: WriterStore): WriterOperations => ({
  extend: ({ kind, ownerId, need, preferred }) => store.extend(kind, ownerId, need, preferred),
  extendBudget: ({ owner, need, preferred }) => store.extendBudget(owner, need, preferred),
  take: ({ kind, ownerId, amount }) => store.take(kind, ownerId, amount),
  left: (owner) => store.left(owner),
  release: (changes) => store.release(changes),
  commit: (rows) => store.commit(unpackRows(rows)),
  keepOrigins: (rows) => store.keepOrigins(rows),
  keepItems: async ({ items, trim, limits }) => {
    sealItems ??= (await import("../../storage/writer/seal-items.ts")).createItemSealer(start.secretKey);
    await store.keepItems(sealItems(groupItems(items)), trim, limits);
  },
  openTask: ({ hold, task }) => store.openTask(hold, task),
  changeTasks: (changes) => store.changeTasks(changes),
  settleTask: ({ change, row }) => store.settleTask(change, row),
  claimTasks: (claim) => store.claimTasks(claim),
  removeTask: ({ taskId, userId }) => store.removeTask(taskId, userId),
  heartbeat: ({ process, now }) => store.heartbeat(process, now),
  register: ({ process, now }) => store.register(process, now),
  listProcesses: () => store.listProcesses(),
  sweep: (processId) => store.sweep(processId),
  close: () => store.close(),
});

answerCalls(openStore(start.location).then(operationsOf));
