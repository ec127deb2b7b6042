import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import path from "node:path";

const niceness = 5;

/**
 * Called inside of a worker thread: from then on the event loop's thread has priority where both need the same core.
 * Callers wait for the event loop, and for no worker. Only Linux has priorities of single threads; elsewhere nothing
 * happens.
 */
export function stepBack(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(Number(path.basename(readlinkSync("/proc/thread-self"))), niceness);
  } catch {
    // Some containers hide /proc or forbid it. The priority is optional.
  }
}
