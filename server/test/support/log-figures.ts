import type { FigureGrouping } from "@tollgate/contract/analytics";
import { outcomes } from "@tollgate/contract/call-outcome";
import { type Figures, figureNames, latencyBounds, noFigures } from "@tollgate/contract/figures";
import { logTypes } from "@tollgate/contract/log-types";
import { expect } from "vitest";
import { createFigureReader } from "../../src/control/analytics/read-series.ts";
import { type RangeQuery, resolveRange } from "../../src/control/analytics/resolve-range.ts";
import { createDashboardService, type DashboardDependencies } from "../../src/control/dashboard/service.ts";
import { sumUsage } from "../../src/control/logs/sum-usage.ts";
import { createPulseService } from "../../src/control/pulse/service.ts";
import type { Database } from "../../src/storage/database.ts";
import { createFigureNameRepository } from "../../src/storage/repositories/figure-name-repository.ts";
import { createFigureRepository } from "../../src/storage/repositories/figure-repository.ts";
import type { LogFilter } from "../../src/storage/repositories/log-filter.ts";
import { createLogRepository } from "../../src/storage/repositories/log-repository.ts";
import { createUsageRepository } from "../../src/storage/repositories/usage-repository.ts";

/*
 * Compares what dashboards and charts show with sums over the log, which are computed here from the stored rows with
 * separate arithmetic.
 */

async function readLog(database: Database) {
  const rows = await database.queries
    .selectFrom("logs")
    .selectAll()
    .where("type", "=", logTypes.consumption)
    .execute();
  return rows.map((row) => ({ ...row, metadata: JSON.parse(row.metadata) as Record<string, unknown> }));
}
type LogRow = Awaited<ReturnType<typeof readLog>>[number];

/** The log's sums of a time, by the key of a grouping. */
function sumsOfLog(
  log: readonly LogRow[],
  { start, end }: { start: number; end: number },
  keyOf: (row: LogRow) => string,
  userId?: number,
): Map<string, Figures> {
  const found = new Map<string, Figures>();
  for (const row of log) {
    if (row.created_at < start || row.created_at >= end) continue;
    if (userId !== undefined && row.user_id !== userId) continue;
    const { metadata } = row;
    const key = keyOf(row);
    const sums = found.get(key) ?? { ...noFigures };
    found.set(key, sums);
    const calls = Number(metadata["calls"] ?? 1);
    const first = row.is_stream === 1 ? Number(metadata["first_response"] ?? 0) : 0;
    sums.requests += calls;
    sums.quota += row.quota;
    sums.prompt_tokens += row.prompt_tokens;
    sums.completion_tokens += row.completion_tokens;
    for (const outcome of ["failed", "refused", "cancelled", "cut"] as const)
      if (outcomes[row.outcome] === outcome) sums[outcome] += calls;
    if (row.channel_id !== 0 && metadata["task_platform"] === undefined) {
      sums.timed_requests += calls;
      sums.response_time += row.request_time;
    }
    if (first > 0) {
      sums.streams += 1;
      sums.first_token_time += first;
    }
  }
  return found;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const providerOf = (channel: unknown): string =>
  Number(channel) === 0 ? "0" : String(1 + (Number(channel) % 2));
const keys: Record<FigureGrouping, Parameters<typeof sumsOfLog>[2]> = {
  none: () => "",
  model: (row) => row.model_name,
  owner: (row) => (row.model_name.startsWith("gpt") ? "1" : row.model_name === "o3" ? "1" : "0"),
  provider: (row) => providerOf(row.channel_id),
  channel: (row) => String(row.channel_id),
  user: (row) => String(row.user_id),
  group: (row) => textOf(row.metadata["group_name"]),
  token: (row) => (row.token_id === 0 ? "0" : String(row.token_id)),
};

function readerOf(database: Database, now: number) {
  return createFigureReader({
    figures: createFigureRepository(database),
    names: {
      ...createFigureNameRepository(database.reads),
      channelTypes: async () => [1, 2, 3, 4].map((id) => ({ id, type: Number(providerOf(id)) })),
    },
    prices: {
      all: async () =>
        ["gpt-*", "o3"].map((model) => ({
          model,
          type: "tokens" as const,
          channel_type: 1,
          input: 1,
          output: 1,
          locked: 0,
          extra_ratios: "{}",
          rules: "[]",
        })),
    },
    owners: async () => [{ id: 1, name: "OpenAI" }],
    providers: new Map(),
    now: () => now,
  });
}

const zones = [
  "UTC",
  "Asia/Shanghai",
  "Asia/Kathmandu",
  "Asia/Kolkata",
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "America/St_Johns",
];
const ranges: Pick<RangeQuery, "range" | "first_day" | "last_day">[] = [
  { range: "24h", first_day: "", last_day: "" },
  { range: "7d", first_day: "", last_day: "" },
  { range: "custom", first_day: "2026-10-24", last_day: "2026-10-26" },
  { range: "custom", first_day: "2026-10-25", last_day: "2026-10-25" },
  { range: "custom", first_day: "2026-10-23", last_day: "2026-10-30" },
];

/** Every grouping in every zone and range: total, groups, spans and the remainder are the sums of the log. */
export async function expectAnalyticsOfLog(
  database: Database,
  { now, groupings, userId }: { now: number; groupings: readonly FigureGrouping[]; userId?: number },
): Promise<void> {
  const reader = readerOf(database, now);
  const log = await readLog(database);
  for (const [at, time_zone] of zones.entries()) {
    const chosen = ranges[at % ranges.length] ?? ranges[0];
    const range = resolveRange({ range: "7d", first_day: "", last_day: "", ...chosen, time_zone }, now);
    const bounds = [...range.starts, range.period.end];
    // Each zone with some of the groupings: they do not depend on each other.
    for (const [turn, by] of groupings.entries()) {
      if (turn % 3 !== at % 3) continue;
      const what = `${time_zone} ${chosen?.range} ${by}`;
      const series = await reader.series(range, { by, rank: "quota", top: 2 }, userId);
      const whole = sumsOfLog(log, range.period, keys[by], userId);
      const [all] = sumsOfLog(log, range.period, keys.none, userId).values();
      expect(series.total, what).toEqual(all ?? noFigures);
      for (const group of series.groups)
        expect(group.total, `${what} ${group.key}`).toEqual(whole.get(group.key));
      if (by !== "none") expect(series.groups.length + (series.other?.groups ?? 0), what).toBe(whole.size);
      for (const name of figureNames)
        for (const [span] of range.starts.entries()) {
          const parts = [...series.groups, ...(series.other ? [series.other] : [])];
          const sum = parts.reduce((total, part) => total + (part.values[name][span] ?? 0), 0);
          if (parts.length > 0) expect(sum, `${what} ${name} ${span}`).toBe(series.values[name][span]);
        }
      const span = Math.floor(range.starts.length / 2);
      const inSpan = sumsOfLog(
        log,
        { start: bounds[span] ?? 0, end: bounds[span + 1] ?? 0 },
        keys[by],
        userId,
      );
      for (const group of series.groups)
        for (const name of figureNames)
          expect(group.values[name][span], `${what} ${group.key} ${name}`).toBe(
            inSpan.get(group.key)?.[name] ?? 0,
          );
    }
    for (const period of [range.period, range.previous]) {
      const [all] = sumsOfLog(log, period, keys.none, userId).values();
      expect(await reader.sums(period, userId), time_zone).toEqual(all ?? noFigures);
    }
  }
}

/** The last hour by the minute: every count, and the bucket of the 95th percentile. */
export async function expectPulseOfLog(database: Database, now: number): Promise<void> {
  const pulse = await createPulseService({ database, clock: { now: () => now } } as never).read();
  const log = await readLog(database);
  const minutesOf = (at: number) => ({ start: pulse.start + at * 60, end: pulse.start + (at + 1) * 60 });
  const sumOf = (time: { start: number; end: number }): Figures => {
    const [all] = sumsOfLog(log, time, keys.none).values();
    return all ?? noFigures;
  };
  const p95Of = ({ start, end }: { start: number; end: number }): number | null => {
    const times = log
      .filter(({ created_at }) => created_at >= start && created_at < end)
      .filter(({ channel_id, metadata }) => channel_id !== 0 && metadata["task_platform"] === undefined)
      .map(({ request_time }) => request_time)
      .sort((a, b) => a - b);
    const slowest = times[Math.ceil(times.length * 0.95) - 1];
    return slowest === undefined ? null : (latencyBounds.find((bound) => slowest <= bound) ?? null);
  };
  const minutes = Array.from({ length: pulse.count }, (_, at) => minutesOf(at));
  const hour = { start: pulse.start, end: pulse.start + pulse.count * 60 };
  for (const name of figureNames)
    expect(pulse.values[name], name).toEqual(minutes.map((minute) => sumOf(minute)[name]));
  expect(pulse.total).toEqual(sumOf(hour));
  expect(pulse.p95).toEqual(minutes.map(p95Of));
  expect(pulse.total_p95).toBe(p95Of(hour));
}

const anyCall: LogFilter = {
  userIds: undefined,
  userPrefix: "",
  keyword: "",
  type: 0,
  from: 0,
  until: 0,
  modelName: "",
  tokenName: "",
  requestId: "",
  channelId: 0,
  sourceIp: "",
  outcome: "",
  tokenId: 0,
};
const filters: Partial<LogFilter>[] = [
  {},
  { modelName: "o3" },
  { modelName: "gpt*" },
  { modelName: "none*" },
  { userIds: [2] },
  { channelId: 3 },
];

/** Sums over the log's page, for everyone, a user, a channel and models, in any outcome, over whole and partial hours. */
export async function expectSumsOfLog(database: Database, now: number): Promise<void> {
  const sources = {
    logs: createLogRepository(database),
    usage: createUsageRepository(database),
    figures: createFigureRepository(database),
  };
  const log = await readLog(database);
  const matches = (row: LogRow, { modelName, userIds, channelId, outcome }: LogFilter): boolean =>
    (modelName.endsWith("*")
      ? row.model_name.startsWith(modelName.slice(0, -1))
      : modelName === "" || row.model_name === modelName) &&
    (!userIds || userIds.includes(row.user_id)) &&
    (channelId === 0 || row.channel_id === channelId) &&
    (outcome === "" || outcomes[row.outcome] === outcome);
  const times = [
    { from: 0, until: 0 },
    { from: now - 86_400 - 1234, until: 0 },
    { from: now - 100_000, until: now - 5432 },
  ];
  for (const time of times)
    for (const some of filters)
      for (const outcome of ["", ...outcomes] as const) {
        const filter = { ...anyCall, ...some, ...time, outcome };
        const end = time.until === 0 ? now + 3600 : time.until + 1;
        const rows = log.filter((row) => matches(row, filter));
        const sums = sumsOfLog(rows, { start: time.from, end }, () => "").get("") ?? noFigures;
        const { requests: request_count, quota, prompt_tokens, completion_tokens } = sums;
        expect(await sumUsage(sources, filter, now), JSON.stringify(filter)).toEqual({
          request_count,
          quota,
          prompt_tokens,
          completion_tokens,
        });
      }
}

/** One user's days by model, in zones `offsetMinutes` east of UTC. */
export async function expectDashboardOfLog(database: Database, now: number, userId: number): Promise<void> {
  const usage = createUsageRepository(database);
  const dashboard = createDashboardService({ usage, clock: { now: () => now } } as DashboardDependencies);
  const log = await readLog(database);
  for (const offsetMinutes of [0, 345, -480]) {
    const local = (time: number): number => time + offsetMinutes * 60;
    // A roll-up of an hour that midnight splits belongs to the day in which the hour begins.
    const dayOf = (time: number): string =>
      new Date(local(time - (time % 3600)) * 1000).toISOString().slice(0, 10);
    const today = Math.floor(local(now) / 86_400);
    const from = (today - 7) * 86_400 - offsetMinutes * 60;
    const sums = sumsOfLog(
      log,
      { start: Math.ceil(from / 3600) * 3600, end: now + 1 },
      (row) => `${dayOf(row.created_at)} ${row.model_name}`,
      userId,
    );
    const shown = await dashboard.usage({ id: userId } as never, offsetMinutes);
    expect(
      new Map(
        shown.map((row) => [
          `${row.Date} ${row.ModelName}`,
          [
            row.RequestCount,
            row.Quota,
            row.PromptTokens,
            row.CompletionTokens,
            row.RequestTime,
            row.TimedCount,
          ],
        ]),
      ),
      String(offsetMinutes),
    ).toEqual(
      new Map(
        [...sums].map(([key, sum]) => [
          key,
          [
            sum.requests,
            sum.quota,
            sum.prompt_tokens,
            sum.completion_tokens,
            sum.response_time,
            sum.timed_requests,
          ],
        ]),
      ),
    );
  }
}
