import { parentPort, Worker } from "node:worker_threads";
import { collectGarbage } from "./collect-garbage.ts";

/** Operations of a worker thread by name: each takes one value and returns one, or a promise of it. */
export type WorkerOperations = Record<string, (input: never) => unknown>;

type Input<Operation> = Operation extends (input: infer Value) => unknown ? Value : never;
type Output<Operation> = Operation extends (input: never) => infer Value ? Awaited<Value> : never;
type OperationName<Operations> = keyof Operations & string;

/** Why a call failed: the parts of the thread's error that a message can contain, or the end of the thread. */
export interface WorkerFailure {
  /** The error's name; `WorkerEnded` if the thread ended before it answered. */
  name: string;
  message: string;
  /** The error's `code`, e.g. of a database; empty if it has none. */
  code: string;
}

interface Call {
  id: number;
  operation: string;
  input: unknown;
}

interface Answer {
  id: number;
  value?: unknown;
  failure?: WorkerFailure;
}

/** A worker thread as its caller sees it. */
export interface WorkerThread<Operations> {
  /**
   * Buffers in `transfer` change owner.
   * @throws the result of `toError` for the failure
   */
  call<Name extends OperationName<Operations>>(
    operation: Name,
    input: Input<Operations[Name]>,
    transfer?: readonly ArrayBuffer[],
  ): Promise<Output<Operations[Name]>>;
  /** Sends a last call, rejects later ones, and ends the thread after the response. */
  close<Name extends OperationName<Operations>>(
    operation: Name,
    input: Input<Operations[Name]>,
  ): Promise<void>;
  /** Ends the thread immediately; open calls are rejected. */
  terminate(): Promise<void>;
}

export interface WorkerOptions {
  /** For the thread, as `workerData`. */
  data?: unknown;
  /** The process may end while no call is open. Default: false, it stays until the thread ends. */
  unref?: boolean;
  toError(failure: WorkerFailure): Error;
  /** Called once if the thread ends unexpectedly. */
  onEnd(error: Error): void;
}

/** Sent instead of a call. */
const collectRequest = "collect garbage";

const runningWorkers = new Set<Worker>();

/** Each thread collects its garbage between two calls. */
export function collectGarbageInThreads(): void {
  for (const worker of runningWorkers) worker.postMessage(collectRequest);
}

/** Starts a thread whose file calls `answerCalls` with the same operations. */
export function startWorker<Operations>(file: URL, options: WorkerOptions): WorkerThread<Operations> {
  const worker = new Worker(file, { workerData: options.data });
  if (options.unref) worker.unref();
  runningWorkers.add(worker);
  const open = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  let closing = false;
  /** Why calls are rejected from now on. */
  let ended: WorkerFailure | undefined;

  worker.on("message", ({ id, value, failure }: Answer) => {
    const call = open.get(id);
    open.delete(id);
    if (failure === undefined) call?.resolve(value as never);
    else call?.reject(options.toError(failure));
    if (options.unref && open.size === 0) worker.unref();
  });
  worker.on("error", (error: Error) => end(error, true));
  worker.on("exit", () => {
    runningWorkers.delete(worker);
    end(new Error("the thread ended"), !closing);
  });

  function end(error: Error, unasked: boolean): void {
    if (ended) return;
    ended = { name: "WorkerEnded", message: error.message, code: "" };
    for (const call of open.values()) call.reject(options.toError(ended));
    open.clear();
    if (unasked) options.onEnd(error);
  }

  function send<Value>(operation: string, input: unknown, transfer: readonly ArrayBuffer[]): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      if (ended || closing) {
        reject(options.toError(ended ?? { name: "WorkerEnded", message: "closed", code: "" }));
        return;
      }
      const id = ++lastId;
      // First, since a value that cannot be sent throws.
      worker.postMessage({ id, operation, input } satisfies Call, transfer);
      open.set(id, { resolve: resolve as (value: never) => void, reject });
      if (options.unref && open.size === 1) worker.ref();
    });
  }

  return {
    call: (operation, input, transfer = []) => send(operation, input, transfer),
    async close(operation, input) {
      const done = send<void>(operation, input, []);
      closing = true;
      await done;
      await worker.terminate();
    },
    async terminate() {
      closing = true;
      await worker.terminate();
    },
  };
}

/**
 * Serves the calls of `startWorker` in the thread: one after the other, in the order in which they came. Rejected
 * `operations` fail every call.
 */
export function answerCalls(operations: WorkerOperations | Promise<WorkerOperations>): void {
  const port = parentPort;
  if (!port) throw new Error("Calls are answered in a worker thread.");
  let queue: Promise<void> = Promise.resolve();
  port.on("message", (call: Call | typeof collectRequest) => {
    if (call === collectRequest) {
      collectGarbage();
      return;
    }
    queue = queue.then(async () => {
      try {
        const operation = (await operations)[call.operation];
        if (!operation) throw new Error(`the thread has no operation "${call.operation}"`);
        port.postMessage({ id: call.id, value: await operation(call.input as never) } satisfies Answer);
      } catch (error) {
        port.postMessage({ id: call.id, failure: failureOf(error) } satisfies Answer);
      }
    });
  });
}

function failureOf(error: unknown): WorkerFailure {
  if (!(error instanceof Error)) return { name: "Error", message: String(error), code: "" };
  return { name: error.name, message: error.message, code: "code" in error ? String(error.code) : "" };
}
