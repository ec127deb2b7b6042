import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import path from "node:path";

const niceness = 5;

/**
 * Called inside of a worker thread: from now on it lets the event loop's thread go first where both want the same core. A caller waits for
 * the one, nobody for the other. Only Linux knows priorities of single threads; elsewhere nothing happens.
 */
export function stepBack(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(Number(path.basename(readlinkSync("/proc/thread-self"))), niceness);
  } catch {
    // Some containers hide /proc or forbid it. It is a courtesy, not a need.
  }
}
