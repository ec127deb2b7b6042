import type { Database, TransactionQueries } from "../../storage/database.ts";
import { lockTable } from "../../storage/lock-table.ts";
import {
  createFigureWriteRepository,
  type FigureWriteRepository,
} from "../../storage/repositories/figure-write-repository.ts";
import { figureDimensions as dimensions, figureSpans as spans } from "../../storage/tables/usage-figures.ts";
import { figureFields } from "../figure-fields.ts";
import { type CountedCall, sumFigures } from "../store/sum-figures.ts";
import { foldedDimensions } from "./fold-figures.ts";

/** Minutes are shown for an hour. Those of two days are kept. */
export const minutesKept = 2 * spans.day;
/** Rows of the log that are read at a time. */
const callsPerRead = 2000;

/**
 * Replaces the figures of one hour by the sums of its calls in the log, in one transaction that commits of calls wait for. Rows of days
 * follow by `rebuildDay`. With `unlessCleaned` the hour stays as it is where the log has fewer calls than were counted.
 */
export async function rebuildHour(
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
    for (const dimension of [dimensions.group, dimensions.latency])
      await figures.delete(dimension, spans.minute, time);
    for (const dimension of foldedDimensions) await figures.delete(dimension, spans.quarter, time);
    for await (const calls of readCalls(figures, time)) {
      const rows = sumFigures(calls);
      const kept = hour > now - minutesKept ? rows : rows.filter(({ span }) => span !== spans.minute);
      await figures.add(kept);
    }
    for (const dimension of foldedDimensions) {
      if (hour >= (await figures.foldedUntil(dimension))) continue;
      await figures.delete(dimension, spans.hour, time);
      await figures.fold(dimension, { ...time, span: spans.quarter }, { span: spans.hour, start: hour });
    }
  });
}

/** Replaces the rows of one day (UTC) by the sums of its hours, in one transaction. */
export async function rebuildDay(database: Database, day: number): Promise<void> {
  const time = { from: day, until: day + spans.day };
  await inTurn(database, async (figures) => {
    for (const dimension of foldedDimensions) {
      await figures.delete(dimension, spans.day, time);
      await figures.fold(dimension, { ...time, span: spans.hour }, { span: spans.day, start: day });
    }
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

/** Rows of several refused calls say how many they were. */
const callsOf = ({ calls }: Record<string, unknown>): number => (typeof calls === "number" ? calls : 1);

function parseMetadata(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
