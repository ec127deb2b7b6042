import type { FigureUnit } from "../storage/repositories/figure-repository.ts";
import { figureSpans } from "../storage/tables/usage-figures.ts";

const lengths = [figureSpans.day, figureSpans.fourHours, figureSpans.hour, figureSpans.quarter] as const;

/**
 * The fewest rows of days (UTC), four hours, hours and quarters that add up to a time. A day of which more than half is
 * covered is added whole, less the rest of it. Longer spans than quarters that end after `foldedUntil` have no full row
 * yet.
 * @param from a full quarter of an hour, as `until`
 */
export function coverTime(from: number, until: number, foldedUntil: number): FigureUnit[] {
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
      const isWhole = span === figureSpans.quarter || end <= foldedUntil;
      if (isWhole && covered * 2 > span) {
        units.push({ sign, span, start });
        cover({ from: start, until: inside.from }, level + 1, sign === 1 ? -1 : 1);
        cover({ from: inside.until, until: end }, level + 1, sign === 1 ? -1 : 1);
      } else cover(inside, level + 1, sign);
    }
  }
}
