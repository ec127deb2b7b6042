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
import { createUsageRepository } from "../../storage/repositories/usage-repository.ts";
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
  const usage = createUsageRepository(database);

  /** End of the running span of this length. */
  const endOf = (span: number): number => (Math.floor(clock.now() / span) + 1) * span;

  /** Ends with the running hour, as its hourly rows do. */
  async function usageOf(id: number, range: ChannelHealthRange): Promise<ChannelHealth["usage"]> {
    const shown = channelHealthRanges[range];
    const span = Math.max(shown.span, longSpan);
    const count = (shown.count * shown.span) / span;
    const start = endOf(longSpan) - count * span;
    const spans = new Map<number, ChannelUsageSpan>();
    for (const row of await usage.hoursOfChannel(id, start)) {
      const begin = start + Math.floor((row.hour - start) / span) * span;
      const sum = spans.get(begin) ?? { start: begin, request_count: 0, quota: 0, tokens: 0 };
      sum.request_count += Number(row.request_count);
      sum.quota += Number(row.quota);
      sum.tokens += Number(row.prompt_tokens) + Number(row.completion_tokens);
      spans.set(begin, sum);
    }
    return { start, span, count, spans: [...spans.values()] };
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
