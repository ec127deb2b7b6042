import { figureGroupings, type FigureGrouping } from "@tollgate/contract/analytics";
import { outcomes } from "@tollgate/contract/call-outcome";
import { type Figures, figureNames, noFigures } from "@tollgate/contract/figures";
import { logTypes } from "@tollgate/contract/log-types";
import { describe, expect, it } from "vitest";
import { ledgerLocations, useLedgers } from "../../../test/support/ledger-processes.ts";
import { rolledUpDimensions, rollUpNextHour } from "../../ledger/figures/roll-up-figures.ts";
import { rebuildFigures } from "../../ledger/figures/rebuild-figures.ts";
import type { ChargedRow, UsageStore } from "../../ledger/store/usage-store.ts";
import { noCharge } from "../../ledger/store/usage-store.ts";
import { emptyUsageRow } from "../../ledger/usage-row.ts";
import type { Database } from "../../storage/database.ts";
import { createFigureNameRepository } from "../../storage/repositories/figure-name-repository.ts";
import { createFigureRepository } from "../../storage/repositories/figure-repository.ts";
import { createFigureReader } from "./read-series.ts";
import { type RangeQuery, resolveRange } from "./resolve-range.ts";

/** A generator with a seed, so that a failure can be reproduced. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const seconds = (iso: string): number => Date.parse(iso) / 1000;
/** Europe sets its clocks back within it, on 2026-10-25. */
const begin = seconds("2026-10-24T20:00:00Z");
const now = seconds("2026-10-26T10:20:30Z");
const models = ["gpt-4o", "claude-sonnet-4-5", "o3", ""];
const groups = ["default", "vip", ""];

function callOf(random: () => number, id: string): ChargedRow {
  const pick = (count: number): number => Math.floor(random() * count);
  const user = 1 + pick(3);
  const outcome = random() < 0.7 ? 0 : pick(outcomes.length);
  const isRejected = outcomes[outcome] === "refused";
  const stream = random() < 0.5 ? 1 : 0;
  const group = isRejected ? "" : (groups[pick(2)] ?? "");
  const first = stream === 1 && random() < 0.9 ? 1 + pick(3000) : 0;
  const calls = isRejected ? 1 + pick(4) : 1;
  // Many lie next to the beginning of a quarter, an hour or a day.
  const at = begin + pick(now - begin);
  return {
    ...emptyUsageRow,
    ...noCharge,
    request_id: id,
    created_at: random() < 0.3 ? at - (at % 900) - pick(2) : at,
    user_id: user,
    token_id: isRejected ? 0 : user * 10 + pick(2),
    model_name: isRejected ? "" : (models[pick(3)] ?? ""),
    channel_id: isRejected || random() < 0.1 ? 0 : 1 + pick(4),
    prompt_tokens: pick(5000),
    completion_tokens: pick(5000),
    request_time: pick(90_000),
    is_stream: stream,
    outcome,
    calls,
    group_name: group,
    first_token_time: first,
    metadata: JSON.stringify({
      ...(calls > 1 && { calls }),
      ...(group !== "" && { group_name: group }),
      ...(first > 0 && { first_response: first }),
    }),
  };
}

async function readLog(database: Database) {
  const rows = await database.queries
    .selectFrom("logs")
    .selectAll()
    .where("type", "=", logTypes.consumption)
    .execute();
  return rows.map((row) => ({ ...row, metadata: JSON.parse(row.metadata) as Record<string, unknown> }));
}
type LogRow = Awaited<ReturnType<typeof readLog>>[number];

/** The log's sums of a time, by the key of a grouping, with separate arithmetic from the columns of the log. */
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
    if (row.channel_id !== 0) {
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

function readerOf(database: Database) {
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
async function expectFiguresOfLog(
  database: Database,
  groupings: readonly FigureGrouping[],
  userId?: number,
): Promise<void> {
  const reader = readerOf(database);
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

async function rollUpAll(database: Database, until: number): Promise<void> {
  for (const dimension of rolledUpDimensions) while (await rollUpNextHour(database, dimension, until));
}

const stored = (database: Database) =>
  database.queries
    .selectFrom("usage_figures")
    .selectAll()
    .orderBy("dimension")
    .orderBy("span")
    .orderBy("start")
    .orderBy("user_id")
    .orderBy("subject")
    .execute();

for (const { name, location } of await ledgerLocations()) {
  describe.skipIf(!location)(`figures on ${name}`, () => {
    const bench = useLedgers(location);
    let number = 0;

    async function book(stores: readonly UsageStore[], random: () => number, calls: number): Promise<void> {
      const groupSize = 20;
      for (let at = 0; at < calls; at += groupSize * stores.length)
        await Promise.all(
          stores.map((store) =>
            store.commit(Array.from({ length: groupSize }, () => callOf(random, `c${(number += 1)}`))),
          ),
        );
    }

    it("are the sums of the log for calls of three processes, rolled up before or after they were booked", async () => {
      const random = seeded(7);
      const stores = [];
      for (let at = 0; at < 3; at++) stores.push((await bench.startProcess()).store);
      await book(stores, random, 240);
      // Rolled up while others commit; what they book is older than the roll-up.
      await Promise.all([book(stores, random, 240), rollUpAll(bench.database, begin + 50_000)]);
      await Promise.all([book(stores, random, 240), rollUpAll(bench.database, now)]);
      expect((await stored(bench.database)).length).toBeGreaterThan(1000);
      await expectFiguresOfLog(bench.database, figureGroupings);
      await expectFiguresOfLog(bench.database, ["none", "model", "owner", "token"], 2);
    }, 60_000);

    it("count a group of calls whole or not at all when it fails, and once when it is booked again", async () => {
      const random = seeded(11);
      const { store } = await bench.startProcess();
      const calls = Array.from({ length: 10 }, () => callOf(random, `f${(number += 1)}`));
      const broken = { ...calls[9], created_at: Number.NaN } as ChargedRow;
      await expect(store.commit([...calls.slice(0, 9), broken])).rejects.toThrow();
      expect(await stored(bench.database)).toEqual([]);
      await store.commit(calls.slice(0, 5));
      await store.commit(calls);
      await expectFiguresOfLog(bench.database, ["none", "model"]);
    });

    it("are rebuilt from the log as they were, while calls are booked", async () => {
      const random = seeded(13);
      const { store } = await bench.startProcess();
      await book([store], random, 160);
      await rollUpAll(bench.database, now);
      const before = await stored(bench.database);
      const { queries } = bench.database;
      await queries
        .updateTable("usage_figures")
        .set({ quota: 5, requests: 0 })
        .where("span", "=", 900)
        .execute();
      await queries.deleteFrom("usage_figures").where("span", "=", 3600).execute();
      await queries.updateTable("usage_figures").set({ requests: 1 }).where("span", "=", 86_400).execute();
      await rebuildFigures(bench.database, { now });
      const kept = ({ span, start }: { span: number; start: number }): boolean =>
        span !== 60 || start > now - 2 * 86_400 + 3600;
      expect((await stored(bench.database)).filter(kept)).toEqual(before.filter(kept));
      await Promise.all([rebuildFigures(bench.database, { now }), book([store], random, 160)]);
      await rollUpAll(bench.database, now);
      await expectFiguresOfLog(bench.database, ["none", "channel", "token"]);
    }, 60_000);

    it("keep what the log no longer has", async () => {
      const random = seeded(17);
      const { store } = await bench.startProcess();
      await book([store], random, 100);
      await rollUpAll(bench.database, now);
      const before = await stored(bench.database);
      const cut = begin + 60_000;
      await bench.database.queries.deleteFrom("logs").where("created_at", "<", cut).execute();
      await rebuildFigures(bench.database, { now });
      const lasting = ({ span }: { span: number }): boolean => span !== 60;
      expect((await stored(bench.database)).filter(lasting)).toEqual(before.filter(lasting));
    });
  });
}
