import type { FigureUnit } from "../storage/repositories/figure-repository.ts";
import { figureSpans, longSpans } from "../storage/tables/usage-figures.ts";

const lengths = [...longSpans.toReversed(), figureSpans.hour, figureSpans.quarter];

/**
 * The fewest rows of weeks, days (UTC), four hours, hours and quarters that add up to a time. A week or day of which more
 * than half is covered is added whole, less the rest of it. Longer spans than quarters have a full row
 * where they are inside of the time that is rolled up: the first of them may be half filled from a log, or half deleted.
 * @param from a full quarter of an hour, as `until`
 * @param rolledUp from the oldest quarter to the last roll-up
 */
export function coverTime(
  from: number,
  until: number,
  rolledUp: { from: number; until: number },
): FigureUnit[] {
  const units: FigureUnit[] = [];
  cover({ from, until }, 0, 1);
  return units;

  function cover(time: { from: number; until: number }, level: number, sign: 1 | -1): void {
    const span = lengths[level];
    if (span === undefined) return;
    for (let start = time.from - (time.from % span); start < time.until; start += span) {
      const end = start + span;
      const inside = { from: Math.max(time.from, start), until: Math.min(time.until, end) };
      const covered = inside.until - inside.from;
      const isWhole = span === figureSpans.quarter || (start >= rolledUp.from && end <= rolledUp.until);
      if (isWhole && covered * 2 > span) {
        units.push({ sign, span, start });
        cover({ from: start, until: inside.from }, level + 1, sign === 1 ? -1 : 1);
        cover({ from: inside.until, until: end }, level + 1, sign === 1 ? -1 : 1);
      } else cover(inside, level + 1, sign);
    }
  }
}
