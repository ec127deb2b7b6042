import { expect, it } from "vitest";
import { type RangeQuery, resolveRange } from "./resolve-range.ts";

const at = (iso: string): number => Date.parse(iso) / 1000;
const iso = (time: number): string => new Date(time * 1000).toISOString().slice(0, 16);
const now = at("2026-11-03T10:20:30Z");
const days = (first_day: string, last_day: string, time_zone: string): RangeQuery => ({
  range: "custom",
  first_day,
  last_day,
  time_zone,
});
const shown = ({ start, end }: { start: number; end: number }): string => `${iso(start)} ${iso(end)}`;

it.each([
  ["UTC", "2026-10-25", "2026-10-25T00:00 2026-10-26T00:00", 24],
  ["Europe/Berlin, where the day has 25 hours", "2026-10-25", "2026-10-24T22:00 2026-10-25T23:00", 25],
  ["Europe/Berlin, where it has 23", "2026-03-29", "2026-03-28T23:00 2026-03-29T22:00", 23],
  ["Asia/Kathmandu", "2026-10-25", "2026-10-24T18:15 2026-10-25T18:15", 24],
  [
    "Australia/Lord_Howe, whose clocks move by half an hour",
    "2026-10-04",
    "2026-10-03T13:30 2026-10-04T13:00",
    24,
  ],
  ["America/Santiago, whose day begins at one", "2026-09-06", "2026-09-06T04:00 2026-09-07T03:00", 23],
  ["Pacific/Kiritimati", "2026-10-25", "2026-10-24T10:00 2026-10-25T10:00", 24],
])("a day of %s", (zone, day, period, hours) => {
  const range = resolveRange(days(day, day, zone.split(",")[0] ?? ""), now);
  expect(shown(range.period)).toBe(period);
  expect(range.step).toBe("hour");
  expect(range.starts).toHaveLength(hours);
});

it("has a span for each day, and as many days before them", () => {
  const range = resolveRange(days("2026-10-24", "2026-10-26", "Europe/Berlin"), now);
  expect(range.step).toBe("day");
  expect(range.starts.map(iso)).toEqual(["2026-10-23T22:00", "2026-10-24T22:00", "2026-10-25T23:00"]);
  expect(shown(range.previous)).toBe("2026-10-20T22:00 2026-10-23T22:00");
});

it("compares a running period with the same part of the previous one", () => {
  const week = resolveRange({ ...days("", "", "Asia/Kolkata"), range: "7d" }, now);
  expect(shown(week.period)).toBe("2026-10-27T18:30 2026-11-03T18:30");
  expect(shown(week.previous)).toBe("2026-10-20T18:30 2026-10-27T10:30");
  const hours = resolveRange({ ...days("", "", "Asia/Kolkata"), range: "24h" }, now);
  expect(shown(hours.period)).toBe("2026-11-02T10:30 2026-11-03T10:30");
  expect(shown(hours.previous)).toBe("2026-11-01T10:30 2026-11-02T10:30");
  expect(hours.starts).toHaveLength(24);
});

it("ends today where its last day is in the future, and is rejected where its first is", () => {
  expect(shown(resolveRange(days("2026-11-01", "2026-12-24", "UTC"), now).period)).toBe(
    "2026-11-01T00:00 2026-11-04T00:00",
  );
  expect(() => resolveRange(days("2026-11-04", "2026-11-05", "UTC"), now)).toThrow();
  // There it is the 4th already.
  expect(resolveRange(days("2026-11-04", "2026-11-05", "Pacific/Kiritimati"), now).starts).toHaveLength(24);
});
