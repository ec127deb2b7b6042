import { startWorker, type WorkerThread } from "../../platform/worker-call.ts";

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

export type CounterOperations = { count(text: string): number };

/** The thread (and its 90 MB of tables) starts with the first text that must be counted. */
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
    // Without the tokenizer the bill falls back to the usual length of a token; it never blocks a settlement.
    return thread.call("count", text).catch(() => Math.ceil(Buffer.byteLength(text) / 4));
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
      await thread?.terminate();
    },
  };
}
