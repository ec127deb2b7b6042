import type { Clock } from "../platform/clock.ts";

/** `limit` takes within any `seconds`, measured by two fixed windows of which the older one counts by its overlap. */
export interface RateRule {
  limit: number;
  seconds: number;
}

/** Counts takes by key: in this process (here), or over all instances of one Redis (`shared-rate-limit.ts`). */
export interface RateLimiter {
  /** Takes one. 0: granted; otherwise the whole seconds until the next is granted. */
  take(key: string, rule: RateRule): Promise<number>;
  /** Forgets a key: a guess that was right is no guess. */
  forget(key: string): Promise<void>;
}

/** Limits (contract `rate`) as the family sets them: per address, of calls that are signed in per account. */
export interface CallLimits {
  api: RateRule;
  critical: RateRule;
  /** Top-ups that one user orders, paid or not: each is a call to a gateway. */
  orders: RateRule;
}

/** @param calls of the console's API within three minutes */
export function callLimitsOf(calls: number): CallLimits {
  return {
    api: { limit: calls, seconds: 180 },
    critical: { limit: 20, seconds: 1200 },
    orders: { limit: 20, seconds: 600 },
  };
}

interface Counter {
  /** Number of the window since the epoch. */
  window: number;
  current: number;
  previous: number;
}

/** In this process's memory, by a clock that never runs back: a counter from the future would refuse until then. Beyond `maxKeys` the keys unused the longest are forgotten, so a flood cannot grow it. */
export function createRateLimiter(clock: Pick<Clock, "milliseconds">, maxKeys = 100_000): RateLimiter {
  const counters = new Map<string, Counter>();
  return {
    async take(key, rule) {
      const seconds = clock.milliseconds() / 1000;
      const window = Math.floor(seconds / rule.seconds);
      const counter = moveTo(counters.get(key), window);
      counters.delete(key);
      counters.set(key, counter);
      if (counters.size > maxKeys) counters.delete(counters.keys().next().value as string);
      const passed = seconds / rule.seconds - window;
      if (counter.previous * (1 - passed) + counter.current >= rule.limit)
        return secondsToWait(counter, rule, passed);
      counter.current += 1;
      return 0;
    },
    async forget(key) {
      counters.delete(key);
    },
  };
}

function moveTo(counter: Counter | undefined, window: number): Counter {
  if (counter === undefined || counter.window < window - 1) return { window, current: 0, previous: 0 };
  if (counter.window === window - 1) return { window, current: 0, previous: counter.current };
  return counter;
}

/** Whole seconds until one more is granted; `passed` is the share of this window that is over. */
export function secondsToWait(
  counter: Pick<Counter, "current" | "previous">,
  rule: RateRule,
  passed: number,
): number {
  return Math.max(1, Math.ceil(waitFor(counter, rule, passed)));
}

/** Seconds until the weighted count falls below the limit. */
function waitFor(counter: Pick<Counter, "current" | "previous">, rule: RateRule, passed: number): number {
  const room = rule.limit - 1;
  if (counter.current <= room && counter.previous > 0) {
    const share = (room - counter.current) / counter.previous;
    return (1 - share - passed) * rule.seconds + 0.001;
  }
  // This window alone is full: it must become the previous one and fade.
  const share = room / Math.max(1, counter.current);
  return (1 - passed) * rule.seconds + (1 - share) * rule.seconds + 0.001;
}
