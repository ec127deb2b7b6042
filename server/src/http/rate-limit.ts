import type { Clock } from "../platform/clock.ts";

/**
 * At most `limit` requests within any `seconds`, measured by two fixed windows of which the older one counts by its
 * overlap.
 */
export interface RateRule {
  limit: number;
  seconds: number;
}

/** Counts requests by key: in this process (here), or over all instances of one Redis (`shared-rate-limit.ts`). */
export interface RateLimiter {
  /** Counts one request. 0: granted; otherwise the whole seconds until the next is granted. */
  take(key: string, rule: RateRule): Promise<number>;
  /** Forgets a key: a correct password is not a guess. */
  forget(key: string): Promise<void>;
}

/** Limits (contract `rate`) as the One API family sets them: per address, for signed-in requests per account. */
export interface CallLimits {
  api: RateRule;
  critical: RateRule;
  /** Top-ups that one user orders, paid or not: each calls a gateway. */
  orders: RateRule;
}

/** @param calls requests to the console API within three minutes */
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

/**
 * In this process's memory, by a monotonic clock: a counter from the future would reject until then. Beyond `maxKeys`
 * the least recently used keys are forgotten, so a flood cannot grow it.
 */
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
  // This window alone is full: it must become the previous one and expire.
  const share = room / Math.max(1, counter.current);
  return (1 - passed) * rule.seconds + (1 - share) * rule.seconds + 0.001;
}
