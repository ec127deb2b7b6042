import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { collectWhenIdle } from "./collect-when-idle.ts";

const milliseconds = 1000;

/** Only the timer: processor time is real. */
beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

function work(time: number): void {
  const before = process.threadCpuUsage();
  for (;;) {
    const { user, system } = process.threadCpuUsage(before);
    if (user + system > time * 1000) return;
  }
}

it("waits while the event loop works, then collects once", () => {
  const collect = vi.fn();
  collectWhenIdle(collect, milliseconds);
  for (let turn = 0; turn < 3; turn++) {
    work(milliseconds / 20);
    vi.advanceTimersByTime(milliseconds);
  }
  expect(collect).not.toHaveBeenCalled();
  vi.advanceTimersByTime(milliseconds);
  expect(collect).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(5 * milliseconds);
  expect(collect).toHaveBeenCalledTimes(1);
});
