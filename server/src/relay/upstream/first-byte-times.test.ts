import { describe, expect, it } from "vitest";
import { createFirstByteTimes } from "./first-byte-times.ts";

describe("the time to first byte of a channel and model", () => {
  it("is undefined before five streams have begun", () => {
    const times = createFirstByteTimes();
    for (let stream = 0; stream < 4; stream++) times.note(1, "m", 3000);
    expect(times.deadline(1, "m")).toBeUndefined();
    times.note(1, "m", 3000);
    expect(times.deadline(1, "m")).toBe(30);
    expect([times.deadline(1, "n"), times.deadline(2, "m")]).toEqual([undefined, undefined]);
  });

  it("is ten times its 95th percentile, fifteen seconds at least", () => {
    const times = createFirstByteTimes();
    for (let stream = 1; stream <= 64; stream++) times.note(1, "m", stream * 100);
    expect(times.deadline(1, "m")).toBe(61);
    for (let stream = 0; stream < 5; stream++) times.note(1, "quick", 40);
    expect(times.deadline(1, "quick")).toBe(15);
  });

  it("uses the latest sixty-four, and one slow stream among them changes little", () => {
    const times = createFirstByteTimes();
    for (let stream = 0; stream < 200; stream++) times.note(1, "m", 60_000);
    expect(times.deadline(1, "m")).toBe(600);
    for (let stream = 0; stream < 71; stream++) times.note(1, "m", stream === 10 ? 60_000 : 2000);
    times.note(1, "m", 2000);
    expect(times.deadline(1, "m")).toBe(20);
  });

  it("is cleared for a channel that changed, and only for that one", () => {
    const times = createFirstByteTimes();
    for (const channel of [1, 2]) for (let stream = 0; stream < 5; stream++) times.note(channel, "m", 3000);
    times.forget(1);
    times.forget(3);
    expect([times.deadline(1, "m"), times.deadline(2, "m"), times.size]).toEqual([undefined, 30, 1]);
  });

  it("keeps the newest ten thousand pairs", () => {
    const times = createFirstByteTimes();
    for (let pair = 0; pair < 25_000; pair++)
      for (let stream = 0; stream < 5; stream++) times.note(pair % 100, `m${pair}`, 3000);
    expect(times.size).toBe(10_000);
    expect(times.deadline(24_999 % 100, "m24999")).toBe(30);
  });
});
