import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createDeadlines, type Deadlines, type Watched } from "./deadlines.ts";

describe("deadlines", () => {
  let deadlines: Deadlines;
  beforeEach(() => {
    vi.useFakeTimers();
    deadlines = createDeadlines();
  });
  afterEach(() => {
    deadlines.stop();
    vi.useRealTimers();
  });

  const calls: string[] = [];
  function watched(name: string, inMilliseconds: number): Watched {
    const item: Watched = {
      deadline: performance.now() + inMilliseconds,
      watchedAt: -1,
      onDeadline: () => calls.push(name),
    };
    deadlines.watch(item);
    return item;
  }

  it("fires each item once at its deadline, whatever was removed before", () => {
    calls.length = 0;
    const items = ["a", "b", "c", "d", "e"].map((name, i) => watched(name, (i + 1) * 1000));
    deadlines.release(items[1] as Watched);
    deadlines.release(items[4] as Watched);
    deadlines.release(items[4] as Watched);
    vi.advanceTimersByTime(1500);
    expect(calls).toEqual(["a"]);
    vi.advanceTimersByTime(10_000);
    expect(calls).toEqual(["a", "c", "d"]);
  });

  it("waits again when a deadline is moved, and allows removing an item inside another's callback", () => {
    calls.length = 0;
    const late = watched("late", 500);
    const other = watched("other", 100_000);
    late.onDeadline = () => {
      calls.push("late");
      deadlines.release(other);
    };
    late.deadline += 2000;
    vi.advanceTimersByTime(1000);
    expect(calls).toEqual([]);
    vi.advanceTimersByTime(200_000);
    expect(calls).toEqual(["late"]);
  });
});
