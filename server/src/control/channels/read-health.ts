import {
  type ChannelHealth,
  type ChannelHealthList,
  type ChannelHealthRange,
  channelHealthRanges,
  type ChannelHealthSpan,
  type ChannelUsageSpan,
  sumHealth,
} from "@tollgate/contract/channel-health";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../storage/database.ts";
import { createFigureRepository } from "../../storage/repositories/figure-repository.ts";
import { figureDimensions } from "../../storage/tables/usage-figures.ts";
import { coverTime } from "../cover-time.ts";
import {
  type ChannelHealthRow,
  createChannelHealthRepository,
} from "../../storage/repositories/channel-health-repository.ts";

/** Reads the roll-ups of how attempts at channels ended. */
export interface HealthReader {
  /** The last hour of each channel in spans of five minutes, the running one included. */
  lastHour(ids: readonly number[]): Promise<ChannelHealthList>;
  /** One channel over a range that ends with the running span. */
  of(id: number, range: ChannelHealthRange): Promise<ChannelHealth>;
}

const shortSpan = 300;
const longSpan = 3600;
const shownSpans = 12;

export function createHealthReader({ database, clock }: { database: Database; clock: Clock }): HealthReader {
  const health = createChannelHealthRepository(database.reads);
  const figures = createFigureRepository(database);

  /** End of the running span of this length. */
  const endOf = (span: number): number => (Math.floor(clock.now() / span) + 1) * span;

  /** Ends with the running hour, as its hourly rows do. */
  async function usageOf(id: number, range: ChannelHealthRange): Promise<ChannelHealth["usage"]> {
    const shown = channelHealthRanges[range];
    const span = Math.max(shown.span, longSpan);
    const count = (shown.count * shown.span) / span;
    const start = endOf(longSpan) - count * span;
    const dimension = figureDimensions.channel;
    const [from = Infinity, until] = await Promise.all([
      figures.begin(dimension),
      figures.foldedUntil(dimension),
    ]);
    const units = Array.from({ length: count }, (_, at) => start + at * span).flatMap((begin, at) =>
      coverTime(begin, begin + span, { from, until }).map((unit) => ({ ...unit, at })),
    );
    const groups = [[{ userId: 0, subject: String(id) }]];
    const rows = await figures.series({ dimension, units, groups, by: "subject" });
    const spans = rows
      .map(
        (row): ChannelUsageSpan => ({
          start: start + Number(row.at) * span,
          request_count: Number(row.requests),
          quota: Number(row.quota),
          tokens: Number(row.prompt_tokens) + Number(row.completion_tokens),
        }),
      )
      .filter(({ request_count }) => request_count > 0)
      .sort((one, other) => one.start - other.start);
    return { start, span, count, spans };
  }

  return {
    async lastHour(ids) {
      const start = endOf(shortSpan) - shownSpans * shortSpan;
      const rows = await health.since(ids, shortSpan, start);
      const channels = ids.map((id) => ({
        id,
        spans: rows.filter((row) => row.channel_id === id).map(present),
      }));
      return { start, span: shortSpan, count: shownSpans, channels };
    },

    async of(id, range) {
      const { count, span } = channelHealthRanges[range];
      const stored = span === shortSpan ? shortSpan : longSpan;
      const start = endOf(stored) - count * span;
      const rows = (await health.since([id], stored, start)).map(present);
      return { start, span, count, spans: joined(rows, start, span), usage: await usageOf(id, range) };
    },
  };
}

/** Sums rows into spans that begin at `start`. */
function joined(rows: readonly ChannelHealthSpan[], start: number, span: number): ChannelHealthSpan[] {
  const groups = Map.groupBy(rows, (row) => Math.floor((row.start - start) / span));
  return [...groups].map(([index, members]) => ({ start: start + index * span, ...sumHealth(members) }));
}

function present({ channel_id: _channel, span: _span, ...counts }: ChannelHealthRow): ChannelHealthSpan {
  return counts;
}
