import { expect, it } from "vitest";
import { coverTime } from "./cover-time.ts";

const quarter = 900;
const hour = 3600;
const day = 86_400;

/** How often each quarter of an hour is counted. */
function counted(units: ReturnType<typeof coverTime>): Map<number, number> {
  const found = new Map<number, number>();
  for (const { sign, span, start } of units)
    for (let at = start; at < start + span; at += quarter) found.set(at, (found.get(at) ?? 0) + sign);
  return new Map([...found].filter(([, times]) => times !== 0));
}

const quartersOf = (from: number, until: number): Map<number, number> => {
  const found = new Map<number, number>();
  for (let at = from; at < until; at += quarter) found.set(at, 1);
  return found;
};

it("counts every quarter of a time once and none outside, for any start and end", () => {
  for (let from = 0; from < day; from += 5 * quarter)
    for (let length = quarter; length < 3 * day; length += 17 * quarter)
      for (const folded of [0, hour * 7, day, day * 2 + hour * 5, day * 9]) {
        const covered = counted(coverTime(from, from + length, { from: 0, until: folded }));
        expect(new Map([...covered].sort(([a], [b]) => a - b)), `${from} ${length} ${folded}`).toEqual(
          quartersOf(from, from + length),
        );
      }
});

it("counts every quarter of some weeks once, from week to week", () => {
  for (let from = 3 * day; from < 12 * day; from += 61 * quarter)
    for (let length = 4 * day; length < 25 * day; length += 263 * quarter)
      for (const rolledUp of [
        { from: 0, until: 11 * day },
        { from: from + hour, until: 21 * day },
        { from: 0, until: 60 * day },
      ]) {
        const covered = counted(coverTime(from, from + length, rolledUp));
        expect(new Map([...covered].sort(([a], [b]) => a - b)), `${from} ${length}`).toEqual(
          quartersOf(from, from + length),
        );
      }
});

it("covers ninety days with few rows", () => {
  const units = coverTime(3 * day, 93 * day, { from: 0, until: 100 * day });
  expect(units.filter(({ span }) => span === 7 * day)).toHaveLength(13);
  expect(units.length).toBeLessThanOrEqual(20);
});

it("uses no hour or day that is not rolled up yet", () => {
  const folded = day + 5 * hour;
  const longer = coverTime(0, 3 * day, { from: 0, until: folded }).filter(({ span }) => span > quarter);
  expect(longer.every(({ span, start }) => start + span <= folded)).toBe(true);
  expect(longer).toContainEqual({ sign: 1, span: day, start: 0 });
});

it("uses no hour, day or week that began before the oldest quarter", () => {
  const oldest = day + 5 * hour + quarter;
  const longer = coverTime(0, 3 * day, { from: oldest, until: 9 * day }).filter(({ span }) => span > quarter);
  expect(longer.every(({ start }) => start >= oldest)).toBe(true);
  expect(longer).toContainEqual({ sign: 1, span: day, start: 2 * day });
});

it("covers a day of a distant zone with few rows", () => {
  const shanghai = coverTime(day - 8 * hour, 2 * day - 8 * hour, { from: 0, until: 9 * day });
  expect(shanghai.length).toBeLessThanOrEqual(5);
  const nepal = coverTime(day - 23 * quarter, 2 * day - 23 * quarter, { from: 0, until: 9 * day });
  expect(nepal.length).toBeLessThanOrEqual(11);
});

it("covers nothing where a time has no length", () => {
  expect(coverTime(day, day, { from: 0, until: day })).toEqual([]);
  expect(coverTime(2 * day, day, { from: 0, until: day })).toEqual([]);
});
