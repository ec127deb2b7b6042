import { Worker } from "node:worker_threads";
import type { DatabaseLocation } from "../database.ts";
import type { ResponseMakerRow } from "../repositories/response-maker-repository.ts";
import type { TranslatedItemRow } from "../repositories/translated-item-repository.ts";
import type { ItemLimits } from "./item-store.ts";
import { type PackedRows, packRows } from "./pack-rows.ts";
import type { LeaseChange, LeaseKind, ProcessIdentity, WriterStore } from "./usage-store.ts";

export interface WriterStart {
  location: DatabaseLocation;
  processId: string;
}

export type WriterCall =
  | { op: "extend"; kind: LeaseKind; ownerId: number; need: number; wish: number }
  | { op: "take"; kind: LeaseKind; ownerId: number; amount: number }
  | { op: "giveBack"; changes: LeaseChange[] }
  | { op: "commit"; rows: PackedRows }
  | { op: "keepMakers"; rows: readonly ResponseMakerRow[] }
  | { op: "keepItems"; rows: readonly TranslatedItemRow[]; trim: readonly number[]; limits: ItemLimits }
  | { op: "heartbeat"; process: ProcessIdentity; now: number }
  | { op: "listProcesses" }
  | { op: "sweep"; processId: string }
  | { op: "close" };

export interface WriterReply {
  id: number;
  value?: unknown;
  error?: string;
  /** The database refuses the values themselves: no retry will help. */
  refusesData?: boolean;
}

/** The writer could not do what was asked. */
export class WriterError extends Error {
  override name = "WriterError";
  readonly refusesData: boolean;

  constructor(message: string, refusesData: boolean) {
    super(message);
    this.refusesData = refusesData;
  }
}

/** The store as the main thread sees it: every method is a message to the writer thread and its answer. */
export function startUsageWriter(start: WriterStart, onCrash: (error: Error) => void): WriterStore {
  const worker = new Worker(new URL("./usage-writer-thread.ts", import.meta.url), { workerData: start });
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  let nextId = 1;
  let closed = false;

  function rejectAll(error: Error): void {
    for (const entry of waiting.values()) entry.reject(error);
    waiting.clear();
  }
  worker.on("message", (reply: WriterReply) => {
    const entry = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.error === undefined) entry?.resolve(reply.value as never);
    else entry?.reject(new WriterError(`usage writer: ${reply.error}`, reply.refusesData ?? false));
  });
  worker.on("error", (error: Error) => {
    rejectAll(error);
    onCrash(error);
  });
  worker.on("exit", () => {
    const error = new Error("usage writer: the thread ended");
    rejectAll(error);
    if (!closed) onCrash(error);
  });

  function send<T>(call: WriterCall, given: ArrayBuffer[] = []): Promise<T> {
    if (closed) return Promise.reject(new Error("usage writer: closed"));
    return new Promise<T>((resolve, reject) => {
      const id = nextId++;
      waiting.set(id, { resolve: resolve as (value: never) => void, reject });
      worker.postMessage({ id, call }, given);
    });
  }

  return {
    extend: (kind, ownerId, need, wish) => send({ op: "extend", kind, ownerId, need, wish }),
    take: (kind, ownerId, amount) => send({ op: "take", kind, ownerId, amount }),
    giveBack: (changes) => send({ op: "giveBack", changes }),
    commit(rows) {
      const packed = packRows(rows);
      return send({ op: "commit", rows: packed }, [packed.numbers.buffer, packed.text.buffer]);
    },
    keepMakers: (rows) => send({ op: "keepMakers", rows }),
    keepItems: (rows, trim, limits) => send({ op: "keepItems", rows, trim, limits }),
    heartbeat: (process, now) => send({ op: "heartbeat", process, now }),
    listProcesses: () => send({ op: "listProcesses" }),
    sweep: (processId) => send({ op: "sweep", processId }),
    async close() {
      const done = send<void>({ op: "close" });
      closed = true;
      await done;
      await worker.terminate();
    },
  };
}
