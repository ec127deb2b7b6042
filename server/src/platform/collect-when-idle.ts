import { collectGarbage } from "./collect-garbage.ts";
import { collectGarbageInThreads } from "./worker-call.ts";

const lookMilliseconds = 2000;
/** Share of a core; a hundred calls a second take as much. */
const idleShare = 0.02;

/** Processor time of the event loop's thread, milliseconds. Wall time would count other processes' load. */
function busyMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * Collects the garbage of the start once, in all threads, as soon as the event loop had nothing to do for two seconds.
 * V8 would keep it until load comes. The collection stops the event loop for 100 to 350 ms, so a process that is busy from
 * its first second does without.
 */
export function collectWhenIdle(collect = collectEverywhere, milliseconds = lookMilliseconds): void {
  let before = busyMilliseconds();
  const timer = setInterval(() => {
    const now = busyMilliseconds();
    const isIdle = now - before < milliseconds * idleShare;
    before = now;
    if (!isIdle) return;
    clearInterval(timer);
    collect();
  }, milliseconds);
  timer.unref();
}

function collectEverywhere(): void {
  collectGarbage();
  collectGarbageInThreads();
}
