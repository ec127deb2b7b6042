import type { Database } from "../../storage/database.ts";
import { lockTable } from "../../storage/lock-table.ts";
import {
  createFigureWriteRepository,
  type FigureWriteRepository,
} from "../../storage/repositories/figure-write-repository.ts";
import {
  type FigureDimension,
  figureDimensions as dimensions,
  figureSpans as spans,
  longSpans,
} from "../../storage/tables/usage-figures.ts";

/** Dimensions with rows of hours and longer spans. */
export const rolledUpDimensions: readonly FigureDimension[] = [
  dimensions.group,
  dimensions.model,
  dimensions.channel,
  dimensions.token,
  dimensions.userModel,
];

/**
 * An hour is rolled up this long after its end, when nearly all of its calls are booked. Later ones are added by their
 * commit.
 */
const settleSeconds = 300;

/**
 * Sums the quarters of the next finished hour into rows of its hour, and writes the longer spans that have ended with
 * it, in one transaction. False if there is none. Skips hours without calls.
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
      // The span of the last hour with calls may have ended with hours that have none.
      const starts = new Set([folded - spans.hour, hour].map((time) => time - (time % span)));
      for (const start of starts)
        if (start >= 0 && start + span > folded && start + span <= end)
          await writeLongSpan(figures, [dimension], { span, start });
    }
    await figures.setFoldedUntil(dimension, end);
    return true;
  });
}

/**
 * Replaces the rows of a span by the sums of the next shorter ones. Written in one piece: rows that were updated hour by
 * hour would lie on as many pages of PostgreSQL as there are rows.
 */
export async function writeLongSpan(
  figures: Pick<FigureWriteRepository, "delete" | "fold">,
  some: readonly FigureDimension[],
  { span, start }: { span: (typeof longSpans)[number]; start: number },
): Promise<void> {
  const shorter = longSpans[longSpans.indexOf(span) - 1] ?? spans.hour;
  const time = { from: start, until: start + span };
  await figures.delete(some, span, time);
  await figures.fold(some, { ...time, span: shorter }, { span, start });
}
