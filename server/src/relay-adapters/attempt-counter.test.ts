import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createFakeClock } from "../../test/support/fake-clock.ts";
import { postgresOrSkip } from "../../test/support/postgres.ts";
import type { ProblemKind } from "../relay/canonical/problem.ts";
import { type Database, type DatabaseLocation, openDatabase } from "../storage/database.ts";
import { migrate } from "../storage/migrate.ts";
import { createAttemptCounter, type StoredAttemptCounter } from "./attempt-counter.ts";

const postgresUrl = await postgresOrSkip();
const folder = mkdtempSync(path.join(tmpdir(), "tollgate-attempts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const locations: [string, DatabaseLocation | undefined][] = [
  ["SQLite", { kind: "sqlite", file: path.join(folder, "t.db") }],
  ["PostgreSQL", postgresUrl === null ? undefined : { kind: "postgres", url: postgresUrl }],
];
const problem = (kind: ProblemKind, status = 500) => ({ kind, status, message: "no" });

describe.each(locations)("attempt counts on %s", (_name, location) => {
  const clock = createFakeClock();
  let database: Database;
  let errors: unknown[];
  const counters: StoredAttemptCounter[] = [];
  const aCounter = (from = database): StoredAttemptCounter => {
    const counter = createAttemptCounter({ database: from, clock, onError: (error) => errors.push(error) });
    counters.push(counter);
    return counter;
  };
  const rows = (span: number) =>
    database.queries
      .selectFrom("channel_health")
      .selectAll()
      .where("span", "=", span)
      .orderBy("channel_id")
      .orderBy("start")
      .execute();

  beforeEach(async (context) => {
    if (!location) return context.skip();
    errors = [];
    database ??= openDatabase(location);
    await migrate(database);
    await database.queries.deleteFrom("channel_health").execute();
  });
  afterAll(async () => {
    for (const counter of counters) await counter.close();
    await database?.close();
  });

  it("are summed across processes, by channel, five minutes and hour", async () => {
    const [one, two] = [aCounter(), aCounter()];
    clock.advance(3600 - (clock.now() % 3600));
    const start = clock.now();
    one.count(1, undefined, 200, 900);
    one.count(1, undefined, undefined, 400);
    two.count(1, problem("rate", 429), undefined, 50);
    two.count(2, undefined, 100, 300);
    await Promise.all([one.flush(), two.flush()]);
    clock.advance(299);
    one.count(1, problem("timeout"), undefined, 50);
    clock.advance(1);
    one.count(1, undefined, 100, 100);
    await one.flush();
    expect(await rows(300)).toMatchObject([
      {
        channel_id: 1,
        start,
        successes: 2,
        rate_limit: 1,
        timeout: 1,
        first_token_sum: 200,
        first_token_count: 1,
        response_sum: 1300,
      },
      { channel_id: 1, start: start + 300, successes: 1, timeout: 0 },
      { channel_id: 2, start, successes: 1 },
    ]);
    expect(await rows(3600)).toMatchObject([
      { channel_id: 1, start, successes: 3, rate_limit: 1, timeout: 1, response_sum: 1400 },
      { channel_id: 2, start, successes: 1 },
    ]);
  });

  it("are grouped by the kind of their failure", async () => {
    const counter = aCounter();
    const kinds: [ProblemKind, number][] = [
      ["auth", 401],
      ["billing", 402],
      ["rate", 429],
      ["timeout", 0],
      ["server", 500],
      ["overload", 529],
      ["bad-answer", 200],
      ["request", 404],
      ["request", 400],
      ["filter", 400],
      ["unsupported", 0],
      ["unreachable", 0],
    ];
    for (const [kind, status] of kinds) counter.count(7, problem(kind, status), undefined, 1);
    await counter.flush();
    expect(await rows(300)).toMatchObject([
      {
        successes: 0,
        authentication: 1,
        no_balance: 1,
        rate_limit: 1,
        timeout: 1,
        server_error: 2,
        bad_answer: 1,
        not_found: 1,
        wrong_request: 3,
        connection: 1,
      },
    ]);
  });

  it("are not lost when a span ends while the previous one is being written", async () => {
    const writing = Promise.withResolvers<void>();
    const slow: Database = {
      ...database,
      transaction: async (work) => {
        await writing.promise;
        return database.transaction(work);
      },
    };
    const counter = aCounter(slow);
    clock.advance(300 - (clock.now() % 300));
    counter.count(4, undefined, undefined, 1);
    const flushed = counter.flush();
    counter.count(4, undefined, undefined, 1);
    clock.advance(300);
    counter.count(4, undefined, undefined, 1);
    writing.resolve();
    await flushed;
    await counter.flush();
    expect((await rows(300)).map(({ successes }) => successes)).toEqual([2, 1]);
  });

  it("wait for an unavailable database, and are then written once", async () => {
    let away = true;
    const flaky: Database = {
      ...database,
      transaction: (work) => (away ? Promise.reject(new Error("away")) : database.transaction(work)),
    };
    const counter = aCounter(flaky);
    counter.count(3, undefined, undefined, 10);
    await counter.flush();
    counter.count(3, undefined, undefined, 10);
    await counter.flush();
    expect(errors).toHaveLength(1);
    away = false;
    counter.count(3, undefined, undefined, 10);
    await counter.flush();
    await counter.flush();
    expect(await rows(300)).toMatchObject([{ channel_id: 3, successes: 3, response_sum: 30 }]);
  });
});
