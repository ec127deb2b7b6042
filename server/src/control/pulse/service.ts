import {
  type ChannelStrip,
  type ChannelState,
  channelStates,
  type Pulse,
  pulseChannelsMost,
} from "@tollgate/contract/pulse";
import { countedAttempts, sumHealth } from "@tollgate/contract/channel-health";
import { channelStatus } from "@tollgate/contract/channel-fields";
import {
  type FigureColumns,
  type Figures,
  figureNames,
  latencyBounds,
  noFigures,
  percentileBound,
} from "@tollgate/contract/figures";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../storage/database.ts";
import {
  type ChannelHealthRow,
  createChannelHealthRepository,
} from "../../storage/repositories/channel-health-repository.ts";
import { createFigureRepository } from "../../storage/repositories/figure-repository.ts";

/** The last hour of the gateway, from roll-ups. The same for every caller. */
export interface PulseService {
  read(): Promise<Pulse>;
}

const minute = 60;
const minutes = 60;
const strip = 300;
const strips = 12;
const share = 0.95;
/** Shares of successful attempts below which a channel fails, or is degraded. */
const failingBelow = 0.5;
const degradedBelow = 0.95;

export function createPulseService({ database, clock }: { database: Database; clock: Clock }): PulseService {
  const figures = createFigureRepository(database);
  const health = createChannelHealthRepository(database.reads);

  async function readMinutes(now: number) {
    const start = (Math.floor(now / minute) - minutes + 1) * minute;
    const [rows, latencies] = await Promise.all([figures.minutes(start), figures.latencies(start)]);
    const values = Object.fromEntries(
      figureNames.map((name) => [name, Array.from({ length: minutes }, () => 0)]),
    ) as FigureColumns;
    const total: Figures = { ...noFigures };
    for (const row of rows) {
      const at = (row.start - start) / minute;
      if (at >= minutes) continue;
      for (const name of figureNames) {
        values[name][at] = Number(row[name]);
        total[name] += Number(row[name]);
      }
    }
    const buckets = Array.from({ length: minutes }, () => latencyBounds.map(() => 0));
    const all: number[] = latencyBounds.map(() => 0);
    for (const { start: begin, subject, requests } of latencies) {
      const counts = buckets[(begin - start) / minute];
      const bucket = Number(subject);
      if (!counts) continue;
      counts[bucket] = (counts[bucket] ?? 0) + requests;
      all[bucket] = (all[bucket] ?? 0) + requests;
    }
    return {
      start,
      span: minute,
      count: minutes,
      values,
      p95: buckets.map((counts) => percentileBound(counts, share) ?? null),
      total,
      total_p95: percentileBound(all, share) ?? null,
    };
  }

  async function readChannels(now: number): Promise<Pulse["channels"]> {
    const start = (Math.floor(now / strip) - strips + 1) * strip;
    const [channels, rows] = await Promise.all([health.living(), health.allSince(strip, start)]);
    const byChannel = Map.groupBy(rows, (row) => row.channel_id);
    const found = channels
      .map((channel) => toStrip(channel, byChannel.get(channel.id) ?? [], start))
      // A disabled channel without attempts has nothing to show.
      .filter(({ enabled, state }) => enabled || state !== "idle");
    const states = Object.fromEntries(
      channelStates.map((state) => [state, found.filter((one) => one.state === state).length]),
    ) as Record<ChannelState, number>;
    const rank = ({ state }: ChannelStrip): number => channelStates.indexOf(state);
    found.sort((a, b) => rank(a) - rank(b) || attemptsOf(b) - attemptsOf(a) || a.id - b.id);
    return { start, span: strip, count: strips, states, strips: found.slice(0, pulseChannelsMost) };
  }

  return {
    async read() {
      const now = clock.now();
      const [hour, channels] = await Promise.all([readMinutes(now), readChannels(now)]);
      return { now, ...hour, channels };
    },
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);
const attemptsOf = ({ successes, errors }: ChannelStrip): number => sum(successes) + sum(errors);

function toStrip(
  { id, name, type, status }: { id: number; name: string; type: number; status: number },
  rows: readonly ChannelHealthRow[],
  start: number,
): ChannelStrip {
  const successes = Array.from({ length: strips }, () => 0);
  const errors = Array.from({ length: strips }, () => 0);
  for (const row of rows) {
    const at = (row.start - start) / strip;
    if (at >= strips) continue;
    successes[at] = row.successes;
    errors[at] = countedAttempts(row) - row.successes;
  }
  return {
    id,
    name,
    type,
    enabled: status === channelStatus.enabled,
    state: stateOf(sum(successes), countedAttempts(sumHealth(rows))),
    successes,
    errors,
  };
}

function stateOf(succeeded: number, attempts: number): ChannelState {
  if (attempts === 0) return "idle";
  const rate = succeeded / attempts;
  return rate < failingBelow ? "failing" : rate < degradedBelow ? "degraded" : "healthy";
}
