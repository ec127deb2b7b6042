import { readdirSync, readFileSync } from "node:fs";
import { getPriority, setPriority } from "node:os";
import path from "node:path";

/** Node's name for V8's threads that collect garbage and compile beside JavaScript. */
const helperName = "V8Worker";

/**
 * Nice value of the helpers: on a shared core the event loop gets seven times as much as all four together. At 10 some
 * collections still delay calls by 30 to 50 ms; at 19 a process at its limit takes 120 MB more, because each collection lasts longer.
 */
const helperNice = 15;

/**
 * Gives V8's helper threads a low priority on Linux, which has priorities for threads. Where they share a core with the event
 * loop, four helpers that mark during a major garbage collection otherwise leave it a fifth of the core for about 100 ms.
 * On idle cores they are as fast as before.
 * @returns number of threads changed; 0 on other systems
 */
export function lowerHelperPriority(tasks = "/proc/self/task"): number {
  let changed = 0;
  for (const thread of listFolder(tasks)) {
    try {
      if (readFileSync(path.join(tasks, thread, "comm"), "utf8").trim() !== helperName) continue;
      setPriority(Number(thread), Math.max(getPriority(Number(thread)), helperNice));
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
