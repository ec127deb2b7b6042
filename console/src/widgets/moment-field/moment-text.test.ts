import { describe, expect, it } from "vitest";
import { momentText, readMoment } from "./moment-text";

const seconds = (...date: [number, number, number, number?, number?]) => new Date(...date).getTime() / 1000;

describe("a typed moment", () => {
  it("is read back as it is written", () => {
    const moment = seconds(2026, 0, 5, 9, 7);
    expect(momentText(moment, "minute")).toBe("2026-01-05 09:07");
    expect(readMoment("2026-01-05 09:07", "minute")).toBe(moment);
    expect(momentText(moment, "day")).toBe("2026-01-05");
    expect(momentText(0, "minute") + momentText(-1, "day") + momentText(Number.NaN, "day")).toBe("");
  });

  it.each([
    ["2026-1-5 9:07", seconds(2026, 0, 5, 9, 7)],
    ["2026/01/05  09:07", seconds(2026, 0, 5, 9, 7)],
    ["2026-01-05T09:07:30", seconds(2026, 0, 5, 9, 7)],
    ["2026-01-05 9:07", seconds(2026, 0, 5, 9, 7)],
    ["2026-01-05", seconds(2026, 0, 5)],
    ["  ", 0],
  ])("may be written as %s", (text, moment) => {
    expect(readMoment(text, "minute")).toBe(moment);
  });

  it.each([
    "soon",
    "01/05/2026 09:07",
    "2026-06-31",
    "2026-13-01",
    "2026-01-05 24:00",
    "2026-01-05 09:60",
    "26-01-05",
  ])("is not %s", (text) => {
    expect(readMoment(text, "minute")).toBeNaN();
  });

  it("has no time in a field for days", () => {
    expect(readMoment("2026-01-05 09:07", "day")).toBeNaN();
    expect(readMoment("2026-01-05", "day")).toBe(seconds(2026, 0, 5));
  });
});
