import { figureGroupings, ownFigureGroupings } from "@tollgate/contract/analytics";
import { outcomes } from "@tollgate/contract/call-outcome";
import { latencyBounds } from "@tollgate/contract/figures";
import { describe, expect, it } from "vitest";
import { ledgerLocations, useLedgers } from "../../../test/support/ledger-processes.ts";
import {
  expectAnalyticsOfLog,
  expectDashboardOfLog,
  expectPulseOfLog,
  expectSumsOfLog,
} from "../../../test/support/log-figures.ts";
import { rolledUpDimensions, rollUpNextHour } from "../../ledger/figures/roll-up-figures.ts";
import { rebuildFigures } from "../../ledger/figures/rebuild-figures.ts";
import { groupRows, type RowWriter } from "../../ledger/store/pack-rows.ts";
import type { ChargedRow } from "../../ledger/store/usage-store.ts";
import { noCharge } from "../../ledger/store/usage-store.ts";
import { emptyUsageRow } from "../../ledger/usage-row.ts";
import type { Database } from "../../storage/database.ts";
import { figureSpans } from "../../storage/tables/usage-figures.ts";

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
/** A week of roll-ups ends on 2026-10-29. */
const now = seconds("2026-10-29T03:20:30Z");
const models = ["gpt-4o", "claude-sonnet-4-5", "o3", ""];
const groups = ["default", "vip", ""];

const commit = (store: RowWriter, rows: readonly ChargedRow[]): Promise<void> =>
  store.commit(groupRows(rows).packed());

function callOf(random: () => number, id: string): ChargedRow {
  const pick = (count: number): number => Math.floor(random() * count);
  const user = 1 + pick(3);
  const outcome = random() < 0.7 ? 0 : pick(outcomes.length);
  const isRejected = outcomes[outcome] === "refused";
  const stream = random() < 0.5 ? 1 : 0;
  const group = isRejected ? "" : (groups[pick(2)] ?? "");
  const first = stream === 1 && random() < 0.9 ? 1 + pick(3000) : 0;
  const isTask = !isRejected && random() < 0.1;
  const calls = isRejected ? 1 + pick(4) : 1;
  // Many lie next to the beginning of a quarter, an hour or a day.
  // One in ten is in the hour that the pulse shows.
  const at = random() < 0.1 ? now - pick(3600) : begin + pick(now - begin);
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
    // Some lie on the bound of a bucket.
    request_time: random() < 0.3 ? (latencyBounds[pick(latencyBounds.length)] ?? 0) : pick(90_000),
    is_stream: stream,
    outcome,
    calls,
    group_name: group,
    first_token_time: first,
    timed: isTask ? 0 : 1,
    metadata: JSON.stringify({
      ...(calls > 1 && { calls }),
      ...(group !== "" && { group_name: group }),
      ...(first > 0 && { first_response: first }),
      ...(isTask && { task_platform: "midjourney" }),
    }),
  };
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

    async function book(stores: readonly RowWriter[], random: () => number, calls: number): Promise<void> {
      const groupSize = 20;
      for (let at = 0; at < calls; at += groupSize * stores.length)
        await Promise.all(
          stores.map((store) =>
            commit(
              store,
              Array.from({ length: groupSize }, () => callOf(random, `c${(number += 1)}`)),
            ),
          ),
        );
    }

    it("are the sums of the log for calls of three processes, rolled up before or after they were booked", async () => {
      const random = seeded(7);
      const stores = [];
      for (let at = 0; at < 3; at++) stores.push((await bench.startProcess()).store);
      await book(stores, random, 240);
      // Rolled up while others commit; what they book is older than the roll-up.
      await Promise.all([book(stores, random, 240), rollUpAll(bench.database, begin + 150_000)]);
      await Promise.all([book(stores, random, 240), rollUpAll(bench.database, now)]);
      const rows = await stored(bench.database);
      expect(rows.length).toBeGreaterThan(1000);
      expect(new Set(rows.map(({ span }) => span))).toEqual(new Set(Object.values(figureSpans)));
      await expectAnalyticsOfLog(bench.database, { now, groupings: figureGroupings });
      await expectAnalyticsOfLog(bench.database, { now, groupings: ownFigureGroupings, userId: 2 });
      await expectPulseOfLog(bench.database, now);
      await expectSumsOfLog(bench.database, now);
      await expectDashboardOfLog(bench.database, now, 2);
    }, 60_000);

    it("count a group of calls whole or not at all when it fails, and once when it is booked again", async () => {
      const random = seeded(11);
      const { store } = await bench.startProcess();
      const calls = Array.from({ length: 10 }, () => callOf(random, `f${(number += 1)}`));
      const broken = { ...calls[9], created_at: Number.NaN } as ChargedRow;
      await expect(commit(store, [...calls.slice(0, 9), broken])).rejects.toThrow();
      expect(await stored(bench.database)).toEqual([]);
      await commit(store, calls.slice(0, 5));
      await commit(store, calls);
      await expectAnalyticsOfLog(bench.database, { now, groupings: ["none", "model"] });
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
      const { numUpdatedRows } = await queries
        .updateTable("usage_figures")
        .set({ requests: 1 })
        .where("span", ">=", 86_400)
        .executeTakeFirst();
      expect(numUpdatedRows).toBeGreaterThan(100n);
      await rebuildFigures(bench.database, { now });
      const kept = ({ span, start }: { span: number; start: number }): boolean =>
        span !== 60 || start > now - 2 * 86_400 + 3600;
      expect((await stored(bench.database)).filter(kept)).toEqual(before.filter(kept));
      await Promise.all([rebuildFigures(bench.database, { now }), book([store], random, 160)]);
      await rollUpAll(bench.database, now);
      await expectAnalyticsOfLog(bench.database, { now, groupings: ["none", "channel", "token"] });
    }, 60_000);

    it("and the hourly roll-up are one sum of the log where figures begin later than the log", async () => {
      const random = seeded(19);
      const { store } = await bench.startProcess();
      await book([store], random, 160);
      await rollUpAll(bench.database, now);
      const firstKept = seconds("2026-10-25T00:00:00Z");
      await bench.database.queries.deleteFrom("usage_figures").where("start", "<", firstKept).execute();
      expect((await stored(bench.database)).length).toBeGreaterThan(0);
      await expectSumsOfLog(bench.database, now);
      await bench.database.queries.deleteFrom("usage_figures").execute();
      expect(await stored(bench.database)).toEqual([]);
      await expectSumsOfLog(bench.database, now);
    });

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
