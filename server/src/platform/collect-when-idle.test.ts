import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { collectWhenIdle } from "./collect-when-idle.ts";

const milliseconds = 1000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** 200 requests in each turn. */
function passBusyTurns(load: { requests: number }, turns: number): void {
  for (let turn = 0; turn < turns; turn++) {
    load.requests += 200;
    vi.advanceTimersByTime(milliseconds);
  }
}

it("waits while requests come, then collects once", () => {
  const load = { requests: 0, openExchanges: 0 };
  const collect = vi.fn();
  collectWhenIdle(load, collect, milliseconds);
  passBusyTurns(load, 3);
  expect(collect).not.toHaveBeenCalled();
  // A health check.
  load.requests += 1;
  vi.advanceTimersByTime(milliseconds);
  expect(collect).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(5 * milliseconds);
  expect(collect).toHaveBeenCalledTimes(1);
});

it("waits for exchanges that are open", () => {
  const load = { requests: 1, openExchanges: 1 };
  const collect = vi.fn();
  collectWhenIdle(load, collect, milliseconds);
  vi.advanceTimersByTime(3 * milliseconds);
  expect(collect).not.toHaveBeenCalled();
  load.openExchanges = 0;
  vi.advanceTimersByTime(milliseconds);
  expect(collect).toHaveBeenCalledTimes(1);
});

it("leaves a process alone that was busy before it was idle: its optimized code would be lost", () => {
  const load = { requests: 0, openExchanges: 0 };
  const collect = vi.fn();
  collectWhenIdle(load, collect, milliseconds);
  passBusyTurns(load, 6);
  vi.advanceTimersByTime(5 * milliseconds);
  expect(collect).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});
