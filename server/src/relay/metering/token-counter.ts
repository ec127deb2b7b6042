import { Worker } from "node:worker_threads";

/** Counts tokens off the event loop; for answers whose upstream gave no usage (D19). */
export interface TokenCounter {
  count(text: string): Promise<number>;
  close(): Promise<void>;
}

/** The thread (and its 90 MB of tables) starts with the first text that must be counted. */
export function createTokenCounter(): TokenCounter {
  let worker: Worker | undefined;
  let nextId = 1;
  const waiting = new Map<number, (count: number) => void>();

  function start(): Worker {
    const thread = new Worker(new URL("./token-counter-thread.ts", import.meta.url));
    thread.unref();
    thread.on("message", ({ id, count }: { id: number; count: number }) => {
      waiting.get(id)?.(count);
      waiting.delete(id);
    });
    // Without the tokenizer the bill falls back to the usual length of a token; it never blocks a settlement.
    thread.on("error", () => {
      worker = undefined;
      for (const resolve of waiting.values()) resolve(Number.NaN);
      waiting.clear();
    });
    return thread;
  }

  return {
    async count(text) {
      if (text === "") return 0;
      worker ??= start();
      const id = nextId++;
      const thread = worker;
      const count = await new Promise<number>((resolve) => {
        waiting.set(id, resolve);
        thread.postMessage({ id, text });
      });
      return Number.isNaN(count) ? Math.ceil(Buffer.byteLength(text) / 4) : count;
    },
    async close() {
      await worker?.terminate();
    },
  };
}
