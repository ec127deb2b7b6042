import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { getPriority, setPriority } from "node:os";
import path from "node:path";

const workerNice = 5;

/** Node's name for V8's threads that collect garbage and compile beside JavaScript. */
const helperName = "V8Worker";

/**
 * On a shared core the event loop gets seven times as much as all four helpers together. At 10 some collections still delay
 * calls by 30 to 50 ms; at 19 a process at its limit takes 120 MB more, because each collection lasts longer.
 */
const helperNice = 15;

/** Only Linux has priorities of single threads. */
function optionally(work: () => void): void {
  if (process.platform !== "linux") return;
  try {
    work();
  } catch {
    // Some containers hide /proc or forbid it. The priority is optional.
  }
}

/** A whole process may have a lower priority already. */
function lower(thread: string, nice: number): void {
  setPriority(Number(thread), Math.max(getPriority(Number(thread)), nice));
}

/**
 * Called inside of a worker thread: from then on the event loop's thread has priority where both need the same core.
 * Callers wait for the event loop, and for no worker. Elsewhere than on Linux nothing happens.
 */
export function stepBack(): void {
  optionally(() => lower(path.basename(readlinkSync("/proc/thread-self")), workerNice));
}

/**
 * The same for V8's helper threads, called once for a process. Where they share a core with the event loop, four helpers that
 * mark during a major garbage collection otherwise leave it a fifth of the core for about 100 ms.
 */
export function stepHelpersBack(): void {
  optionally(() => {
    for (const thread of readdirSync("/proc/self/task"))
      if (readFileSync(`/proc/self/task/${thread}/comm`, "utf8").trim() === helperName)
        lower(thread, helperNice);
  });
}
