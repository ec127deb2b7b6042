import { readdirSync, readFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import path from "node:path";

/** Node's name for V8's threads that collect garbage and compile beside JavaScript. */
const helperName = "V8Worker";

/**
 * Gives V8's helper threads the lowest priority on Linux, which has priorities for threads. Where they share a core with the event
 * loop, four helpers that mark during a major garbage collection otherwise leave it a fifth of the core for about 100 ms.
 * On idle cores they are as fast as before, and when the event loop waits for them the core is theirs.
 * @returns number of threads changed; 0 on other systems
 */
export function lowerHelperPriority(tasks = "/proc/self/task"): number {
  let changed = 0;
  for (const thread of listFolder(tasks)) {
    try {
      if (readFileSync(path.join(tasks, thread, "comm"), "utf8").trim() !== helperName) continue;
      setPriority(Number(thread), constants.priority.PRIORITY_LOW);
      changed += 1;
    } catch {
      // The thread has ended, or the system does not allow the change.
    }
  }
  return changed;
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
