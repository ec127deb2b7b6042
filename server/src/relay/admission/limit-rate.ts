/** What a limited caller is told. */
export interface RateState {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until the window lets more through. */
  resetSeconds: number;
}

export interface RateLimiter {
  /** Counts one request of `key` against `limit` per minute. `now` in milliseconds. */
  hit(key: number, limit: number, now: number): RateState;
}

interface Window {
  start: number;
  count: number;
  previous: number;
}

const minute = 60_000;

/** Requests per minute by a sliding window of two counters: constant memory per user, no burst at the window's edge. */
export function createRateLimiter(): RateLimiter {
  const windows = new Map<number, Window>();
  let sweptAt = 0;

  function sweep(now: number): void {
    sweptAt = now;
    for (const [key, window] of windows) if (now - window.start >= 2 * minute) windows.delete(key);
  }

  return {
    hit(key, limit, now) {
      if (now - sweptAt > minute) sweep(now);
      let window = windows.get(key);
      if (!window) windows.set(key, (window = { start: now - (now % minute), count: 0, previous: 0 }));
      const elapsed = now - window.start;
      if (elapsed >= minute) {
        window.previous = elapsed < 2 * minute ? window.count : 0;
        window.count = 0;
        window.start = now - (now % minute);
      }
      const inWindow = now - window.start;
      const used = window.count + (window.previous * (minute - inWindow)) / minute;
      const resetSeconds = Math.ceil((minute - inWindow) / 1000);
      if (used + 1 > limit) return { allowed: false, limit, remaining: 0, resetSeconds };
      window.count += 1;
      return { allowed: true, limit, remaining: Math.max(0, Math.floor(limit - used - 1)), resetSeconds };
    },
  };
}
