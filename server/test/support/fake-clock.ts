import type { Clock } from "../../src/platform/clock.ts";

export interface FakeClock extends Clock {
  /** Advances by seconds. */
  advance(seconds: number): void;
}

/** Starts at 2026-11-03 04:05:06 UTC, a Tuesday. */
export function createFakeClock(start = Date.UTC(2026, 10, 3, 4, 5, 6)): FakeClock {
  let milliseconds = start;
  return {
    now: () => Math.floor(milliseconds / 1000),
    milliseconds: () => milliseconds,
    advance(seconds) {
      milliseconds += seconds * 1000;
    },
  };
}
