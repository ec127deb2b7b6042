import { Worker } from "node:worker_threads";

/** Counts tokens off the event loop; for answers whose upstream gave no usage (D19). */
export interface TokenCounter {
  count(text: string): Promise<number>;
  /**
   * The same for counts that nobody pays for: piece by piece, one piece of all such counts at a time, so that a settlement waits for no more
   * than that. Between two pieces it ends if `isOver` says that nobody waits for it.
   */
  countFree(text: string, isOver: () => boolean): Promise<number>;
  close(): Promise<void>;
}

/** Characters of a piece: whole slices of the thread's, so that the sum is the same. Some 5 to 50 milliseconds. */
const pieceLength = 8 * 2048;

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

  async function count(text: string): Promise<number> {
    if (text === "") return 0;
    worker ??= start();
    const id = nextId++;
    const thread = worker;
    const found = await new Promise<number>((resolve) => {
      waiting.set(id, resolve);
      thread.postMessage({ id, text });
    });
    return Number.isNaN(found) ? Math.ceil(Buffer.byteLength(text) / 4) : found;
  }

  /** Ends with the latest piece of a free count. Who wants another piece stands at the end again. */
  let latest: Promise<unknown> = Promise.resolve();

  return {
    count,
    async countFree(text, isOver) {
      let total = 0;
      for (let start = 0; start < text.length && !isOver(); start += pieceLength) {
        const piece = latest.then(() => (isOver() ? 0 : count(text.slice(start, start + pieceLength))));
        latest = piece.catch(() => undefined);
        total += await piece;
      }
      return total;
    },
    async close() {
      await worker?.terminate();
    },
  };
}
