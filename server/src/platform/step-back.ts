import { readFileSync, readlinkSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { getPriority, setPriority } from "node:os";
import path from "node:path";

const workerNice = 5;

/**
 * Names of Node's own threads: V8's, which collect garbage and compile beside JavaScript, and those of the pool, which decompress
 * bodies, hash passwords, read files and look up addresses.
 */
const helperNames = ["V8Worker", "libuv-worker"];

/**
 * On a shared core the event loop gets two to three times as much as V8's four threads together. At 0 a collection delays calls
 * by up to 150 ms, and at 5 more often than at 10. At 15 it lasts so long that a busy process takes 50 to 90 MB more, and calls
 * wait no shorter. The pool has the same value: the event loop waits for V8's threads when it begins a collection, and a pool of a
 * higher priority keeps the core from them meanwhile.
 */
const helperNice = 10;

/** A whole process may have a lower priority already. */
function lower(thread: string, nice: number): void {
  setPriority(Number(thread), Math.max(getPriority(Number(thread)), nice));
}

/** Only Linux has priorities of single threads. */
const possible = process.platform === "linux";

function optionally(work: () => void): void {
  try {
    work();
  } catch {
    // Some containers hide /proc or forbid it, and a thread may have ended. The priority is optional.
  }
}

/**
 * Called inside of a worker thread: from then on the event loop's thread has priority where both need the same core.
 * Callers wait for the event loop, and for no worker. Elsewhere than on Linux nothing happens.
 */
export function stepBack(): void {
  if (possible) optionally(() => lower(path.basename(readlinkSync("/proc/thread-self")), workerNice));
}

/**
 * The same for Node's own threads, called once for a process. Where they share a core with the event loop, four that mark
 * during a major garbage collection, or four that decompress, otherwise leave it a fifth of the core.
 */
export async function stepHelpersBack(): Promise<void> {
  if (!possible) return;
  // Node reads the folder in the pool, whose threads begin with its first work, so all of them are in the list.
  for (const thread of await readdir("/proc/self/task").catch(() => []))
    optionally(() => {
      const name = readFileSync(`/proc/self/task/${thread}/comm`, "utf8").trim();
      if (helperNames.includes(name)) lower(thread, helperNice);
    });
}
