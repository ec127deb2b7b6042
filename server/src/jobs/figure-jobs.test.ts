import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { aLog } from "../../test/support/builders.ts";
import { createFakeClock } from "../../test/support/fake-clock.ts";
import { type Database, openDatabase } from "../storage/database.ts";
import { migrate } from "../storage/migrate.ts";
import { createFigureWriteRepository } from "../storage/repositories/figure-write-repository.ts";
import { createJobRunRepository } from "../storage/repositories/job-run-repository.ts";
import { fillFigures } from "./fill-figures.ts";
import { rollUpFigures } from "./roll-up-figures.ts";
import { pruneFigures } from "./prune-figures.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "tollgate-figures-"));
let files = 0;
let database: Database;
const clock = createFakeClock();
const day = 86_400;

beforeEach(async () => {
  files += 1;
  database = openDatabase({ kind: "sqlite", file: path.join(folder, `${files}.db`) });
  await migrate(database);
  return () => database.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const log = (before: number): Promise<void> =>
  aLog({ database, clock } as unknown as Parameters<typeof aLog>[0], 1, {
    created_at: clock.now() - before,
    channel_id: 2,
  });
/** The number of requests in the rows of one span length, by start. */
async function counts(span: number): Promise<number[]> {
  const rows = await database.queries
    .selectFrom("usage_figures")
    .select(["start", "requests"])
    .where("dimension", "=", 1)
    .where("span", "=", span)
    .orderBy("start")
    .execute();
  return rows.map(({ requests }) => requests);
}

describe("the statistics jobs", () => {
  it("roll finished hours up into hours, days and weeks, once", async () => {
    for (const before of [0, 3600, 7200, 7300, day, day + 3600, 8 * day, 5 * day, 5 * day + 3600])
      await log(before);
    for (let turn = 0; turn < 2; turn++) {
      await rollUpFigures(database, clock).run();
      expect(await counts(3600)).toEqual([1, 1, 1, 1, 1, 2, 1]);
      // Today and this week have not ended.
      expect(await counts(14_400)).toEqual([1, 1, 1, 1, 1, 3]);
      expect(await counts(day)).toEqual([1, 2, 2]);
      expect(await counts(7 * day)).toEqual([1]);
    }
  });

  it("fill the statistics of an older log once, and resume after an interruption", async () => {
    for (const before of [60, 4000, 2 * day]) await log(before);
    await database.queries.deleteFrom("usage_figures").execute();
    const runs = createJobRunRepository(database.queries);
    await runs.claimTurn("fill-figures", clock.now(), 0);
    const interrupted = {
      ...runs,
      report: async (name: string, holder: string, progress: string) => {
        await runs.report(name, holder, progress);
        if (Number(progress) < clock.now() - 3 * 3600) throw new Error("killed");
      },
    };
    await expect(fillFigures(database, interrupted, clock).run()).rejects.toThrow("killed");
    expect(await counts(900)).toEqual([1, 1]);
    const job = fillFigures(database, runs, clock);
    await job.run();
    expect(await counts(900)).toEqual([1, 1, 1]);
    expect(job.interval()).toBe(0);
    // Not a second time: what was deleted since stays deleted.
    await database.queries.deleteFrom("usage_figures").execute();
    await fillFigures(database, runs, clock).run();
    expect(await counts(900)).toEqual([]);
  });

  it("leave a log alone that is younger than the statistics, as that of a new installation", async () => {
    await log(60);
    await database.queries.deleteFrom("usage_figures").execute();
    await sql`update schema_migrations set applied_at = ${clock.now() - 3600}`.execute(database.queries);
    const runs = createJobRunRepository(database.queries);
    await runs.claimTurn("fill-figures", clock.now(), 0);
    const job = fillFigures(database, runs, clock);
    await job.run();
    expect(await counts(900)).toEqual([]);
    expect(job.interval()).toBe(0);
    expect(await runs.find("fill-figures")).toMatchObject({ progress: "done" });
  });

  it("delete what is older than the setting, and minutes of more than two days ago", async () => {
    for (const before of [60, 3 * day, 13 * day, 30 * day, 40 * day, 41 * day]) await log(before);
    await rollUpFigures(database, clock).run();
    const settings = { current: () => ({ FiguresRetentionDays: 31 }) } as Parameters<typeof pruneFigures>[1];
    await pruneFigures(createFigureWriteRepository(database.queries), settings, clock).run();
    expect(await counts(60)).toEqual([1]);
    expect(await counts(900)).toHaveLength(4);
    expect(await counts(day)).toHaveLength(2);
    // The week in which the rest begins is no longer whole.
    expect(await counts(7 * day)).toHaveLength(1);
  });
});
