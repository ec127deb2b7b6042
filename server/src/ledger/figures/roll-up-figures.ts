import type { Database } from "../../storage/database.ts";
import { lockTable } from "../../storage/lock-table.ts";
import { createFigureWriteRepository } from "../../storage/repositories/figure-write-repository.ts";
import {
  type FigureDimension,
  figureDimensions as dimensions,
  figureSpans as spans,
} from "../../storage/tables/usage-figures.ts";

/** Dimensions with rows of hours and longer spans. */
export const rolledUpDimensions: readonly FigureDimension[] = [
  dimensions.group,
  dimensions.model,
  dimensions.channel,
  dimensions.token,
  dimensions.userModel,
];

/** Spans that are summed from hours. */
export const longSpans = [spans.fourHours, spans.day] as const;

/**
 * An hour is rolled up this long after its end, when nearly all of its calls are booked. Later ones are added by their
 * commit.
 */
const settleSeconds = 300;

/**
 * Sums the quarters of the next finished hour into rows of its hour and of longer spans, in one transaction. False if
 * there is none. Skips hours without calls.
 */
export function rollUpNextHour(
  database: Database,
  dimension: FigureDimension,
  now: number,
): Promise<boolean> {
  return database.transaction(async (queries) => {
    await lockTable(queries, database.dialect, "figure_folds");
    const figures = createFigureWriteRepository(queries);
    const folded = (await figures.folds()).get(dimension) ?? 0;
    const first = await figures.firstStart(dimension, spans.quarter, folded);
    if (first === undefined) return false;
    const hour = first - (first % spans.hour);
    const end = hour + spans.hour;
    if (end + settleSeconds > now) return false;
    await figures.fold(
      [dimension],
      { from: hour, until: end, span: spans.quarter },
      { span: spans.hour, start: hour },
    );
    for (const span of longSpans) {
      const start = hour - (hour % span);
      // With its last hour the span is written again in one piece: rows that were updated hour by hour lie on as many pages
      // of PostgreSQL as there are rows.
      const isLast = end === start + span;
      if (isLast) await figures.delete([dimension], span, { from: start, until: end });
      const time = { from: isLast ? start : hour, until: end };
      await figures.fold([dimension], { ...time, span: spans.hour }, { span, start });
    }
    await figures.setFoldedUntil(dimension, end);
    return true;
  });
}
