import { startWorker, type WorkerFailure } from "../../platform/worker-call.ts";
import type { DatabaseLocation } from "../../storage/database.ts";
import type { ResponseOriginRow } from "../../storage/repositories/response-origin-repository.ts";
import type { PackedItems } from "../../storage/writer/item-batch.ts";
import type { ItemLimits, ItemWriter } from "../../storage/writer/item-store.ts";
import { WriterError } from "../../storage/writer/writer-error.ts";
import type { TaskChange, TaskClaim } from "../task-ledger.ts";
import type { TaskRow } from "../task-row.ts";
import type { PackedRows, RowWriter } from "./pack-rows.ts";
import type { HoldRow, NewTask } from "./task-store.ts";
import type {
  BudgetOwner,
  ChargedRow,
  LeaseChange,
  LeaseKind,
  LeaseOwner,
  ProcessIdentity,
  ProcessRow,
} from "./usage-store.ts";
import type { WriterStore } from "./writer-store.ts";

export interface WriterStart {
  location: DatabaseLocation;
  processId: string;
  /** For items of responses, which the thread encrypts. */
  secretKey: Uint8Array;
}

/** What the writer thread is called with: the store's methods, each with one value. */
export type WriterOperations = {
  extend(lease: { kind: LeaseKind; ownerId: number; need: number; preferred: number }): Promise<number>;
  extendBudget(lease: {
    owner: BudgetOwner;
    need: number;
    preferred: number;
  }): Promise<{ moved: number; start: number }>;
  take(lease: LeaseChange): Promise<number>;
  left(owner: LeaseOwner): Promise<number>;
  release(changes: LeaseChange[]): Promise<void>;
  commit(rows: PackedRows): Promise<void>;
  keepOrigins(rows: readonly ResponseOriginRow[]): Promise<void>;
  keepItems(group: { items: PackedItems; trim: readonly number[]; limits: ItemLimits }): Promise<void>;
  openTask(task: { hold: HoldRow; task: NewTask }): Promise<boolean>;
  changeTasks(changes: readonly TaskChange[]): Promise<string[]>;
  settleTask(end: { change: TaskChange; row: ChargedRow }): Promise<boolean>;
  claimTasks(claim: TaskClaim): Promise<TaskRow[]>;
  removeTask(task: { taskId: string; userId: number }): Promise<boolean>;
  heartbeat(call: { process: ProcessIdentity; now: number }): Promise<boolean>;
  register(call: { process: ProcessIdentity; now: number }): Promise<void>;
  listProcesses(input: undefined): Promise<ProcessRow[]>;
  sweep(processId: string): Promise<boolean>;
  close(input: undefined): Promise<void>;
};

/** The stores as the main thread sees them: every method is a call of the writer thread. */
export type UsageWriter = Omit<WriterStore, "commit" | "keepItems"> & RowWriter & ItemWriter;

/** @throws WriterError from every method */
export function startUsageWriter(start: WriterStart, onCrash: (error: Error) => void): UsageWriter {
  const thread = startWorker<WriterOperations>(new URL("./usage-writer-thread.ts", import.meta.url), {
    data: start,
    toError: (failure) => new WriterError(`usage writer: ${failure.message}`, rejectsData(failure)),
    onEnd: onCrash,
  });
  return {
    extend: (kind, ownerId, need, preferred) => thread.call("extend", { kind, ownerId, need, preferred }),
    extendBudget: (owner, need, preferred) => thread.call("extendBudget", { owner, need, preferred }),
    take: (kind, ownerId, amount) => thread.call("take", { kind, ownerId, amount }),
    left: ({ kind, ownerId, term }) => thread.call("left", { kind, ownerId, term }),
    release: (changes) => thread.call("release", changes),
    commit: (rows) => thread.call("commit", rows, [rows.numbers.buffer, rows.text.buffer]),
    keepOrigins: (rows) => thread.call("keepOrigins", rows),
    keepItems: (items, trim, limits) =>
      thread.call("keepItems", { items, trim, limits }, [items.numbers.buffer, items.bytes.buffer]),
    openTask: (hold, task) => thread.call("openTask", { hold, task }),
    changeTasks: (changes) => thread.call("changeTasks", changes),
    settleTask: (change, row) => thread.call("settleTask", { change, row }),
    claimTasks: (claim) => thread.call("claimTasks", claim),
    removeTask: (taskId, userId) => thread.call("removeTask", { taskId, userId }),
    heartbeat: (process, now) => thread.call("heartbeat", { process, now }),
    register: (process, now) => thread.call("register", { process, now }),
    listProcesses: () => thread.call("listProcesses", undefined),
    sweep: (processId) => thread.call("sweep", processId),
    close: () => thread.close("close", undefined),
  };
}

/**
 * PostgreSQL classes 22 (data), 23 (constraints) and 54 (limits), invalid JSON and text included; SQLite's
 * counterparts.
 */
function rejectsData({ name, code }: WorkerFailure): boolean {
  if (/^(22|23|54)[0-9A-Z]{3}$/.test(code)) return true;
  return /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE)/.test(code) || name === "TypeError";
}
