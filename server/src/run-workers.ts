import cluster, { type Worker } from "node:cluster";
import { createMemoryKeyValue } from "./platform/key-value/memory.ts";
import { createWorkerStore } from "./platform/key-value/workers.ts";
import type { Logger } from "./platform/logger.ts";

/** Several processes of this server behind one port, supervised by the first one. */
export interface Workers {
  /** Resolves when all of them listen; rejects if one cannot. */
  ready: Promise<void>;
  /** Drains them; resolves when all have exited. */
  stop(): Promise<void>;
}

/** Minimum delay before a dead worker is replaced: a worker that crashes at start must not exhaust the machine. */
const restartMilliseconds = 1000;

/** One kind of values in the first process. */
const memoryBytes = 64 * 1024 * 1024;

/**
 * Starts `count` relay processes (WORKERS). They share the port, the database and, without Redis, the values of the
 * primary; the primary itself serves no call.
 */
export function runWorkers(count: number, logger: Logger): Workers {
  let stopping = false;
  const starts: Promise<void>[] = [];
  const admit = createWorkerStore(() => createMemoryKeyValue(memoryBytes, () => performance.now()));

  function start(): Promise<void> {
    const worker = cluster.fork();
    const forget = admit({
      // With a callback, a broken IPC channel does not emit an error that ends the process.
      send: (message) => void worker.send(message, () => {}),
      on: (event, listener) => worker.on(event, listener),
    });
    worker.on("exit", (code, signal) => {
      forget();
      if (stopping) return;
      logger.error({ worker: worker.process.pid, code, signal }, "a worker died and is replaced");
      setTimeout(() => {
        // One that cannot start has exited, which is logged above and retried.
        if (!stopping) start().catch(() => {});
      }, restartMilliseconds);
    });
    return new Promise((resolve, reject) => {
      worker.once("listening", () => resolve());
      worker.once("exit", (code) => reject(new Error(`a worker ended with ${code} before it could listen`)));
    });
  }

  for (let index = 0; index < count; index++) starts.push(start());
  return {
    ready: Promise.all(starts).then(() => undefined),
    async stop() {
      stopping = true;
      const workers = Object.values(cluster.workers ?? {}).filter((worker): worker is Worker => !!worker);
      await Promise.all(
        workers.map(
          (worker) =>
            new Promise<void>((resolve) => {
              worker.once("exit", () => resolve());
              worker.process.kill("SIGTERM");
            }),
        ),
      );
    },
  };
}

/** True in a process that the primary started. */
export function isWorker(): boolean {
  return cluster.isWorker;
}
