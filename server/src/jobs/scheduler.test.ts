import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createFakeClock } from "../../test/support/fake-clock.ts";
import { postgresOrSkip } from "../../test/support/postgres.ts";
import { type Database, type DatabaseLocation, openDatabase } from "../storage/database.ts";
import { migrate } from "../storage/migrate.ts";
import { createJobRunRepository } from "../storage/repositories/job-run-repository.ts";
import type { Job } from "./job.ts";
import { type Scheduler, startScheduler } from "./scheduler.ts";

const url = await postgresOrSkip();
const folder = mkdtempSync(path.join(os.tmpdir(), "tollgate-jobs-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("two processes on one SQLite", () => {
  promiseTurns({ kind: "sqlite", file: path.join(folder, "jobs.db") });
});
describe.skipIf(url === null)("two processes on one PostgreSQL", () => {
  promiseTurns({ kind: "postgres", url: url ?? "" });
});

function promiseTurns(location: DatabaseLocation): void {
  let databases: Database[];
  let schedulers: Scheduler[];
  let ran: string[];
  let errors: unknown[];
  let interval: number;
  let work: () => Promise<void>;
  const clock = createFakeClock();

  const processOf = (database: Database, name: string): Scheduler => {
    const run = async () => {
      ran.push(name);
      await work();
    };
    const job: Job = { name: "a-job", interval: () => interval, run };
    const runs = createJobRunRepository(database.queries);
    return startScheduler({ jobs: [job], runs, clock, onError: (error) => void errors.push(error) });
  };
  const lookAll = () => Promise.all(schedulers.map((one) => one.look()));

  beforeAll(async () => {
    databases = [openDatabase(location), openDatabase(location)];
    await migrate(databases[0] as Database);
  });
  afterAll(() => Promise.all(databases.map((database) => database.close())));
  beforeEach(async () => {
    ran = [];
    errors = [];
    interval = 60;
    work = () => Promise.resolve();
    await databases[0]?.queries.deleteFrom("job_runs").execute();
    schedulers = databases.map((database, index) => processOf(database, `process ${index}`));
  });
  afterEach(() => {
    for (const scheduler of schedulers) scheduler.stop();
  });

  it("take turns: one of them runs the job, once per interval", async () => {
    await lookAll();
    expect(ran).toHaveLength(1);
    clock.advance(59);
    await lookAll();
    expect(ran).toHaveLength(1);
    clock.advance(1);
    await lookAll();
    expect(ran).toHaveLength(2);
  });

  it("follow an interval that changes, also to 0", async () => {
    interval = 0;
    await lookAll();
    expect(ran).toEqual([]);
    interval = 60;
    await lookAll();
    interval = 10;
    clock.advance(10);
    await lookAll();
    expect(ran).toHaveLength(2);
  });

  it("run it again soon after a clock that was an hour ahead is corrected", async () => {
    clock.advance(3600);
    await lookAll();
    clock.advance(-3600);
    ran.length = 0;
    await lookAll();
    expect(ran).toHaveLength(1);
    await lookAll();
    expect(ran).toHaveLength(1);
  });

  it("go on after a failure, which is logged", async () => {
    work = () => Promise.reject(new Error("no luck"));
    await lookAll();
    expect(errors).toEqual([new Error("no luck")]);
    clock.advance(60);
    work = () => Promise.resolve();
    await lookAll();
    expect(ran).toHaveLength(2);
  });

  it("do not start a job again while it runs, nor after the end", async () => {
    let finish = () => {};
    work = () => new Promise((resolve) => (finish = resolve));
    const [first] = schedulers as [Scheduler];
    const looking = first.look();
    await expect.poll(() => ran).toEqual(["process 0"]);
    clock.advance(60);
    await first.look();
    expect(ran).toEqual(["process 0"]);
    finish();
    await looking;
    for (const scheduler of schedulers) scheduler.stop();
    await lookAll();
    expect(ran).toEqual(["process 0"]);
  });

  it("hold a run exclusively until it ends or its process stops responding", async () => {
    const [one, other] = databases.map((database) => createJobRunRepository(database.queries)) as [
      ReturnType<typeof createJobRunRepository>,
      ReturnType<typeof createJobRunRepository>,
    ];
    const take = (runs: typeof one, holder: string) =>
      runs.hold("a-run", { holder, now: clock.now(), until: clock.now() + 60, progress: "{}" });
    expect((await Promise.all([take(one, "a"), take(other, "b")])).filter(Boolean)).toHaveLength(1);
    const holder = (await one.find("a-run"))?.holder ?? "";
    await one.renew("a-run", holder, clock.now() + 120);
    clock.advance(100);
    expect(await take(other, "c")).toBe(false);
    clock.advance(21);
    expect(await take(other, "c")).toBe(true);
    // The stopped process resumes: it no longer owns the run.
    await one.release("a-run", holder, "{}");
    expect(await other.find("a-run")).toMatchObject({ holder: "c" });
    await other.release("a-run", "c", '{"done":1}');
    expect(await take(one, "d")).toBe(true);
  });
}
