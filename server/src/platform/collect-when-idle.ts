import { collectGarbage } from "./collect-garbage.ts";
import { collectGarbageInThreads } from "./worker-call.ts";

const lookMilliseconds = 2000;
/** Health checks and a page of the console; a hundred calls a second are ten times as many. */
const idleRequests = 20;
/**
 * After more requests than these, V8 has optimized the code of a call. The collection would undo that,
 * presumably with the hidden classes of objects that exist only during a call.
 */
const warmRequests = 1000;

/** What a server has to do. Processor time would not show it: a slow machine spends several times as much on timers. */
export interface Load {
  /** Requests since the start. */
  readonly requests: number;
  /** Exchanges that are running or being settled. */
  readonly openExchanges: number;
}

/**
 * Collects the garbage of the start once, in all threads, as soon as the server had nothing to do for two seconds.
 * V8 would keep it until load comes. The collection stops the event loop for 100 to 350 ms and makes the next thousands of
 * calls slow, so a process that was busy before its first idle moment does without.
 */
export function collectWhenIdle(
  load: Load,
  collect = collectEverywhere,
  milliseconds = lookMilliseconds,
): void {
  let before = load.requests;
  const timer = setInterval(() => {
    const isIdle = load.requests - before <= idleRequests && load.openExchanges === 0;
    before = load.requests;
    const isWarm = load.requests > warmRequests;
    if (!isIdle && !isWarm) return;
    clearInterval(timer);
    if (!isWarm) collect();
  }, milliseconds);
  timer.unref();
}

function collectEverywhere(): void {
  collectGarbage();
  collectGarbageInThreads();
}
