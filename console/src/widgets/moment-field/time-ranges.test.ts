import { describe, expect, it } from "vitest";
import { presetRange } from "./time-ranges.ts";

const now = new Date(2026, 5, 10, 15, 30, 42);
const seconds = (...date: [number, number, number, number?, number?]) => new Date(...date).getTime() / 1000;

describe("presetRange", () => {
  it("begins today at the viewer's midnight", () => {
    expect(presetRange("today", now)).toEqual({ start: seconds(2026, 5, 10), end: 0 });
  });

  it("counts back from the minute, so that the query key is stable", () => {
    expect(presetRange("24h", now).start).toBe(seconds(2026, 5, 9, 15, 30));
    expect(presetRange("7d", now).start).toBe(presetRange("7d", new Date(now.getTime() + 10_000)).start);
  });
});
