import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createFakeClock } from "../../test/support/fake-clock.ts";
import { postgresOrSkip } from "../../test/support/postgres.ts";
import { emptyUsageRow } from "../ledger/usage-row.ts";
import { type DatabaseLocation, openDatabase } from "../storage/database.ts";
import { migrate } from "../storage/migrate.ts";
import { createJobRunRepository } from "../storage/repositories/job-run-repository.ts";
import { fillOutcomes } from "./fill-outcomes.ts";
import { startScheduler } from "./scheduler.ts";

const url = await postgresOrSkip();
const folder = mkdtempSync(path.join(os.tmpdir(), "tollgate-fill-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const locations: [string, DatabaseLocation | undefined][] = [
  ["SQLite", { kind: "sqlite", file: path.join(folder, "fill.db") }],
  ["PostgreSQL", url === null ? undefined : { kind: "postgres", url }],
];

const hour = 1_700_000_000 - (1_700_000_000 % 3600);
const oldRow = (metadata: object, values = {}) => ({
  ...emptyUsageRow,
  type: 2,
  created_at: hour + 5,
  user_id: 1,
  model_name: "m",
  metadata: JSON.stringify(metadata),
  ...values,
});

it("a log that is younger than outcomes is left alone, as that of a new installation", async () => {
  const database = openDatabase({ kind: "sqlite", file: path.join(folder, "new.db") });
  await migrate(database, undefined, () => hour);
  await database.queries
    .insertInto("logs")
    .values(oldRow({ end_reason: "timeout" }))
    .execute();
  const runs = createJobRunRepository(database.queries);
  await runs.claimTurn("fill-outcomes", hour, 0);
  const job = fillOutcomes(database, runs);
  await job.run();
  expect(await database.queries.selectFrom("usage_hourly_outcomes").selectAll().execute()).toEqual([]);
  expect(job.interval()).toBe(0);
  await database.close();
});

describe.each(locations)("filling outcomes on %s", (_name, location) => {
  it.skipIf(location === undefined)(
    "classifies earlier rows once, also where two processes do it",
    async () => {
      const database = openDatabase(location ?? { kind: "sqlite", file: "" });
      await migrate(database);
      const quiet = Array.from({ length: 1500 }, () => oldRow({ end_reason: "completed" }));
      await database.queries
        .insertInto("logs")
        .values([
          oldRow({ end_reason: "upstream_error" }),
          oldRow({ calls: 40, end_reason: "refused", requested_model: '"end_reason":"completed"' }),
          oldRow({}, { type: 3 }),
          oldRow({ end_reason: "client_closed" }, { quota: 7, channel_id: 3 }),
        ])
        .execute();
      // SQLite limits the number of bound values per statement.
      for (let at = 0; at < quiet.length; at += 500)
        await database.queries
          .insertInto("logs")
          .values(quiet.slice(at, at + 500))
          .execute();
      await database.queries
        .insertInto("logs")
        .values(oldRow({ end_reason: "timeout" }))
        .execute();

      const runs = createJobRunRepository(database.queries);
      const onError = (error: unknown) => {
        throw error;
      };
      const jobs = [fillOutcomes(database, runs), fillOutcomes(database, runs)];
      const clock = createFakeClock();
      const scheduler = startScheduler({ jobs: jobs.slice(0, 1), runs, clock, onError });
      await Promise.all([scheduler.look(), jobs[1]?.run()]);
      await jobs[1]?.run();
      scheduler.stop();

      const stored = await database.queries
        .selectFrom("logs")
        .select(["outcome", "metadata"])
        .where("outcome", "<>", 0)
        .orderBy("id")
        .execute();
      expect(stored.map((row) => row.outcome)).toEqual([1, 2, 3, 1]);
      const rollUp = await database.queries
        .selectFrom("usage_hourly_outcomes")
        .select(["hour", "channel_id", "outcome", "request_count", "quota"])
        .orderBy("outcome")
        .execute();
      expect(rollUp).toEqual([
        { hour, channel_id: 0, outcome: 1, request_count: 2, quota: 0 },
        { hour, channel_id: 0, outcome: 2, request_count: 40, quota: 0 },
        { hour, channel_id: 3, outcome: 3, request_count: 1, quota: 7 },
      ]);
      expect(jobs.map((job) => job.interval())).toContain(0);
      await database.close();
    },
  );
});
