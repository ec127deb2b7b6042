import { startWorker, type WorkerThread } from "../../platform/worker-call.ts";

/** Counts tokens off the event loop, for responses whose upstream reported no usage. */
export interface TokenCounter {
  count(text: string): Promise<number>;
  /**
   * The same for free counts: in chunks, one at a time across all such counts, so that a settlement waits for one chunk
   * at most. Ends between two chunks if `isOver` returns true.
   */
  countFree(text: string, isOver: () => boolean): Promise<number>;
  close(): Promise<void>;
}

/** Characters of a chunk: whole slices of the thread's, so that the sum is the same. Some 5 to 50 milliseconds. */
const pieceLength = 8 * 2048;

export type CounterOperations = { count(text: string): number };

/** The thread (and its 90 MB of tables) starts with the first text to count. */
export function createTokenCounter(): TokenCounter {
  let thread: WorkerThread<CounterOperations> | undefined;

  const start = (): WorkerThread<CounterOperations> =>
    startWorker(new URL("./token-counter-thread.ts", import.meta.url), {
      unref: true,
      toError: ({ message }) => new Error(`token counter: ${message}`),
      onEnd: () => {
        thread = undefined;
      },
    });

  async function count(text: string): Promise<number> {
    if (text === "") return 0;
    thread ??= start();
    // Without the tokenizer, settles by the usual length of a token; a settlement never blocks.
    return thread.call("count", text).catch(() => Math.ceil(Buffer.byteLength(text) / 4));
  }

  /** Ends with the latest chunk of a free count; the next chunk queues again. */
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
      await thread?.terminate();
    },
  };
}
