import type { Database, TransactionQueries } from "../../storage/database.ts";
import { lockTable } from "../../storage/lock-table.ts";
import {
  createFigureWriteRepository,
  type FigureWriteRepository,
} from "../../storage/repositories/figure-write-repository.ts";
import {
  figureDimensions as dimensions,
  figureSpans as spans,
  longSpans,
} from "../../storage/tables/usage-figures.ts";
import { figureFields } from "../figure-fields.ts";
import { type CountedCall, sumFigures } from "../store/sum-figures.ts";
import { rolledUpDimensions, writeLongSpan } from "./roll-up-figures.ts";

/** Minutes are shown for an hour. Those of two days are kept. */
export const minutesKept = 2 * spans.day;
/** Rows of the log that are read per statement. */
const callsPerRead = 2000;

/**
 * Replaces the roll-ups of one hour by the sums of its calls in the log, in one transaction that blocks commits of
 * calls. Longer spans follow by `rebuildSpan`. With `unlessCleaned` the hour stays as it is where the log has fewer
 * calls than were counted.
 */
async function rebuildHour(
  database: Database,
  hour: number,
  { now, unlessCleaned = false }: { now: number; unlessCleaned?: boolean },
): Promise<void> {
  const time = { from: hour, until: hour + spans.hour };
  await inTurn(database, async (figures) => {
    if (
      unlessCleaned &&
      (await countCalls(figures, time)) < (await figures.countedCalls(dimensions.group, time))
    )
      return;
    await figures.delete([dimensions.group, dimensions.latency], spans.minute, time);
    await figures.delete(rolledUpDimensions, spans.quarter, time);
    for await (const calls of readCalls(figures, time)) {
      const rows = sumFigures(calls);
      const kept = hour > now - minutesKept ? rows : rows.filter(({ span }) => span !== spans.minute);
      await figures.add(kept);
    }
    const folds = await figures.folds();
    const folded = rolledUpDimensions.filter((dimension) => hour < (folds.get(dimension) ?? 0));
    if (folded.length === 0) return;
    await figures.delete(folded, spans.hour, time);
    await figures.fold(folded, { ...time, span: spans.quarter }, { span: spans.hour, start: hour });
  });
}

/** Replaces the rows of one span by the sums of the next shorter ones, in one transaction, where they are rolled up. */
async function rebuildSpan(
  database: Database,
  time: { span: (typeof longSpans)[number]; start: number },
): Promise<void> {
  await inTurn(database, async (figures) => {
    const folds = await figures.folds();
    const ended = rolledUpDimensions.filter(
      (dimension) => time.start + time.span <= (folds.get(dimension) ?? 0),
    );
    if (ended.length > 0) await writeLongSpan(figures, ended, time);
  });
}

/** A transaction in which no call is booked. */
function inTurn(database: Database, work: (figures: FigureWriteRepository) => Promise<void>): Promise<void> {
  return database.transaction(async (queries: TransactionQueries) => {
    await lockTable(queries, database.dialect, "figure_folds");
    await work(createFigureWriteRepository(queries));
  });
}

async function* readCalls(
  figures: FigureWriteRepository,
  time: { from: number; until: number },
): AsyncGenerator<CountedCall[]> {
  let after: { created_at: number; id: number } | undefined;
  for (;;) {
    const rows = await figures.calls(time, after, callsPerRead);
    yield rows.map(({ metadata, is_stream, ...row }) => {
      const parsed = parseMetadata(metadata);
      return { ...row, ...figureFields({ is_stream, metadata: parsed }), calls: callsOf(parsed) };
    });
    after = rows.at(-1);
    if (rows.length < callsPerRead || !after) return;
  }
}

async function countCalls(
  figures: FigureWriteRepository,
  time: { from: number; until: number },
): Promise<number> {
  let count = 0;
  for await (const calls of readCalls(figures, time)) for (const call of calls) count += call.calls;
  return count;
}

/** A row of several rejected calls contains their number. */
const callsOf = ({ calls }: Record<string, unknown>): number => (typeof calls === "number" ? calls : 1);

function parseMetadata(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/**
 * Replaces all roll-ups by the sums of the log, hour by hour, newest first. Hours that are older than the log keep
 * theirs. Safe while calls are booked; can be resumed after an interruption.
 * @param now epoch seconds
 * @param until hours from here on are done already
 * @param onHour called after each hour with its start
 */
export async function rebuildFigures(
  database: Database,
  { now, until = now + 1, onHour }: { now: number; until?: number; onHour?: (hour: number) => unknown },
): Promise<void> {
  const oldest = await createFigureWriteRepository(database.queries).oldestCall();
  if (oldest === undefined) return;
  const first = oldest - (oldest % spans.hour);
  for (let hour = until - 1 - ((until - 1) % spans.hour); hour >= first; hour -= spans.hour) {
    // Part of the hour may have been deleted from the log.
    await rebuildHour(database, hour, { now, unlessCleaned: hour === first });
    for (const span of longSpans)
      if (hour % span === 0 || hour === first)
        await rebuildSpan(database, { span, start: hour - (hour % span) });
    await onHour?.(hour);
  }
}
