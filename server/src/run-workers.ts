import cluster, { type Worker } from "node:cluster";
import { createMemoryKeyValue } from "./platform/key-value/memory.ts";
import { createWorkerStore } from "./platform/key-value/workers.ts";
import type { Logger } from "./platform/logger.ts";

/** Several processes of this server behind one port, watched by the first one. */
export interface Workers {
  /** Resolves when each of them answers; rejects if one cannot. */
  ready: Promise<void>;
  /** Lets them end their open answers; resolves when all are gone. */
  stop(): Promise<void>;
}

/** A worker that dies is replaced, but not faster than this: what kills it at once would kill the machine. */
const restartMilliseconds = 1000;

/** What the first process keeps of one kind of values. */
const memoryBytes = 64 * 1024 * 1024;

/**
 * Starts `count` relay processes (D4, WORKERS). They share the port, the database and, where there is no Redis, what the primary keeps for
 * them; the primary serves no call itself.
 */
export function runWorkers(count: number, logger: Logger): Workers {
  let stopping = false;
  const starts: Promise<void>[] = [];
  const admit = createWorkerStore(() => createMemoryKeyValue(memoryBytes, () => performance.now()));

  function start(): Promise<void> {
    const worker = cluster.fork();
    const forget = admit({
      // Told to its callback, a broken line is no event that ends the process.
      send: (message) => void worker.send(message, () => {}),
      on: (event, listener) => worker.on(event, listener),
    });
    worker.on("exit", (code, signal) => {
      forget();
      if (stopping) return;
      logger.error({ worker: worker.process.pid, code, signal }, "a worker died and is replaced");
      setTimeout(() => {
        // One that cannot start has exited, which is logged above and tried again.
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
