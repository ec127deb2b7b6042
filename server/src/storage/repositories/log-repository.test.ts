import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type SQLite from "better-sqlite3";
import { type Insertable, Kysely, SqliteDialect } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../database.ts";
import { sqliteDialect as dialect } from "../dialect/sqlite.ts";
import { migrate } from "../migrate.ts";
import { openSqlite } from "../open-sqlite.ts";
import type { Tables } from "../tables/index.ts";
import type { LogsTable } from "../tables/logs.ts";
import type { LogFilter } from "./log-filter.ts";
import { createLogRepository } from "./log-repository.ts";

let folder: string;
let connection: SQLite.Database;
let queries: Kysely<Tables>;
/** One text for every statement that was run: SQLite's query plan. */
let plans: string[];
beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "tollgate-logs-"));
  const file = path.join(folder, "t.db");
  const database = openDatabase({ kind: "sqlite", file });
  await migrate(database);
  await database.close();
  connection = openSqlite(file);
  plans = [];
  queries = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: connection }),
    log({ query }) {
      if (!query.sql.startsWith("select")) return;
      const steps = connection.prepare(`explain query plan ${query.sql}`).all(...query.parameters);
      plans.push((steps as { detail: string }[]).map((step) => step.detail).join("; "));
    },
  });
});
afterEach(async () => {
  await queries.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const texts = { keyword: "", userPrefix: "", modelName: "", tokenName: "", requestId: "", sourceIp: "" };
const numbers = { type: 0, from: 0, until: 0, channelId: 0, tokenId: 0 };
const all: LogFilter = { userIds: undefined, outcome: "", ...numbers, ...texts };
const firstPage = { page: 1, size: 5, order: [] };
const oldestFirst = { ...firstPage, order: [{ field: "created_at", descending: false }] };

async function add(...rows: Partial<Insertable<LogsTable>>[]): Promise<void> {
  const usual = { content: "", username: "", token_id: 0, token_name: "", model_name: "m", request_id: "" };
  const numbers = { quota: 1, prompt_tokens: 0, completion_tokens: 0, channel_id: 1, request_time: 0 };
  const values = rows.map((row) => ({
    ...usual,
    ...numbers,
    created_at: 1,
    type: 2,
    user_id: 1,
    is_stream: 0,
    source_ip: "",
    outcome: 0,
    metadata: "{}",
    ...row,
  }));
  await queries.insertInto("logs").values(values).execute();
}

/** A row for every second from the first to the last. */
const everySecond = (first: number, last: number, part: (second: number) => Partial<Insertable<LogsTable>>) =>
  add(
    ...Array.from({ length: last - first + 1 }, (_, at) => ({ created_at: first + at, ...part(first + at) })),
  );

describe("the plan of a page and its count", () => {
  const week = { ...all, from: 1000 };
  const user = { ...week, userIds: [1] };
  it.each<[string, LogFilter, string]>([
    ["no filter", week, "logs_created"],
    ["consumption", { ...week, type: 2 }, "logs_created"],
    ["another type", { ...week, type: 1 }, "logs_events"],
    ["a model", { ...week, modelName: "m" }, "logs_model"],
    ["a channel", { ...week, channelId: 3 }, "logs_channel"],
    ["a request id", { ...week, requestId: "r" }, "logs_request"],
    ["a token", { ...week, tokenName: "t" }, "logs_created"],
    ["an address", { ...week, sourceIp: "::1" }, "logs_created"],
    ["a keyword", { ...week, keyword: "k" }, "logs_created"],
    ["a model and a keyword", { ...week, modelName: "m", keyword: "k" }, "logs_model"],
    ["failed calls", { ...week, outcome: "failed" }, "logs_outcome"],
    ["failed calls of a model", { ...week, outcome: "failed", modelName: "m" }, "logs_outcome"],
    ["calls that succeeded", { ...week, outcome: "succeeded" }, "logs_created"],
    ["models that begin so", { ...week, modelName: "m*" }, "logs_created"],
    ["a user's rejected calls", { ...user, outcome: "refused" }, "logs_user_outcome"],
    ["a user's cut calls of a channel", { ...user, outcome: "cut", channelId: 3 }, "logs_user_outcome"],
    ["a user's calls that succeeded", { ...user, outcome: "succeeded" }, "logs_user_created"],
    ["a user", user, "logs_user_created"],
    ["a user's consumption", { ...user, type: 2 }, "logs_user_created"],
    ["a user's other type", { ...user, type: 4 }, "logs_user_events"],
    ["a user's token", { ...user, tokenName: "t" }, "logs_user_created"],
    ["a user's keyword", { ...user, keyword: "k" }, "logs_user_created"],
    ["a user's request id", { ...user, requestId: "r" }, "logs_request"],
    ["a user and a channel", { ...user, channelId: 3 }, "logs_user_created"],
    ["a user and a model", { ...user, modelName: "m" }, "logs_user_created"],
    [
      "a user's everything",
      { ...user, type: 2, modelName: "m", tokenName: "t", channelId: 3 },
      "logs_user_created",
    ],
  ])("%s uses one index and sorts nothing", async (_what, filter, index) => {
    const logs = createLogRepository({ queries, reads: queries, dialect });
    for (const order of [firstPage, oldestFirst, { ...firstPage, page: 2 }]) await logs.page(order, filter);
    const reading = plans.join("\n");
    expect(new Set(reading.match(/logs_\w+/g))).toEqual(new Set([index]));
    expect(reading).not.toContain("SCAN logs;");
    if (index !== "logs_request") expect(reading).not.toContain("TEMP B-TREE");
  });

  it("finds the end of a search in the index alone", async () => {
    const logs = createLogRepository({ queries, reads: queries, dialect });
    await logs.page(firstPage, { ...user, tokenName: "t" });
    await logs.page(firstPage, { ...week, keyword: "k" });
    expect(plans.filter((plan) => plan.includes("COVERING INDEX logs_user_created"))).toHaveLength(1);
    expect(plans.filter((plan) => plan.includes("COVERING INDEX logs_created"))).toHaveLength(1);
  });
});

describe("a search without an index", () => {
  const few = { page: 10, sum: 20 };
  const logs = () => createLogRepository({ queries, reads: queries, dialect }, few);

  it("ends after a number of a user's rows and returns where; a second search continues there", async () => {
    await everySecond(101, 150, (second) => ({ token_name: second % 12 === 0 ? "rare" : "usual" }));
    const filter = { ...all, userIds: [1], tokenName: "rare" };
    const page = await logs().page(firstPage, filter);
    expect(page).toMatchObject({ total: 1, capped: false, searchedTo: 140 });
    expect(page.rows.map((row) => row.created_at)).toEqual([144]);
    const found: number[] = [];
    let until: number | undefined = 0;
    while (until !== undefined) {
      const { rows, searchedTo }: Awaited<ReturnType<ReturnType<typeof logs>["page"]>> = await logs().page(
        firstPage,
        { ...filter, until },
      );
      found.push(...rows.map((row) => row.created_at));
      until = searchedTo === undefined ? undefined : searchedTo - 1;
    }
    expect(found).toEqual([144, 132, 120, 108]);
  });

  it("reads in the other direction where the oldest come first", async () => {
    await everySecond(101, 150, (second) => ({ token_name: second === 103 ? "rare" : "usual" }));
    const filter = { ...all, userIds: [1], tokenName: "rare" };
    expect(await logs().page(oldestFirst, filter)).toMatchObject({ total: 1, searchedTo: 111 });
    expect(await logs().page(oldestFirst, { ...filter, from: 112 })).toMatchObject({
      total: 0,
      searchedTo: 122,
    });
    expect((await logs().page(oldestFirst, { ...filter, from: 145 })).searchedTo).toBeUndefined();
  });

  it("gets past a second that has more rows than one search reads", async () => {
    await add(...Array.from({ length: 30 }, () => ({ created_at: 200 })), {
      created_at: 199,
      token_name: "rare",
    });
    const filter = { ...all, userIds: [1], tokenName: "rare" };
    expect(await logs().page(firstPage, filter)).toMatchObject({ total: 0, searchedTo: 200 });
    expect(await logs().page(firstPage, { ...filter, until: 199 })).toMatchObject({ total: 1 });
  });

  it("reads more rows where they belong to all users", async () => {
    await everySecond(101, 150, (second) => ({ user_id: second, source_ip: second === 130 ? "rare" : "" }));
    expect(await logs().page(firstPage, { ...all, sourceIp: "rare" })).toMatchObject({
      total: 1,
      searchedTo: 130,
    });
  });

  it("reads the shorter of two paths whole: a heavy user's rare model, a busy channel's light user", async () => {
    await everySecond(101, 150, (second) => ({ model_name: second === 102 ? "rare" : "m", channel_id: 7 }));
    await add({ created_at: 50, user_id: 2, channel_id: 7 });
    const rare = await logs().page(firstPage, { ...all, userIds: [1], modelName: "rare" });
    expect(rare).toMatchObject({ total: 1, searchedTo: undefined });
    expect(plans.at(-1)).toContain("logs_model");
    const light = await logs().page(firstPage, { ...all, userIds: [2], channelId: 7 });
    expect(light).toMatchObject({ total: 1, searchedTo: undefined });
    expect(plans.at(-1)).toContain("logs_user_created");
  });

  it("reads an index to its end, however long", async () => {
    await everySecond(101, 150, (second) => ({ type: second % 10 === 0 ? 3 : 2 }));
    for (const [filter, total] of [
      [all, 50],
      [{ ...all, type: 2 }, 45],
      [{ ...all, type: 3 }, 5],
      [{ ...all, userIds: [1], type: 3 }, 5],
      [{ ...all, modelName: "m" }, 50],
      [{ ...all, channelId: 1, type: 2 }, 45],
    ] satisfies [LogFilter, number][]) {
      expect(await logs().page(firstPage, filter)).toMatchObject({ total, searchedTo: undefined });
    }
  });

  it("sums as far, and exactly where a short time is requested", async () => {
    await everySecond(101, 150, () => ({ token_name: "t", quota: 2 }));
    const filter = { ...all, userIds: [1], tokenName: "t" };
    expect(await logs().searchSums(filter)).toMatchObject({ request_count: 21, quota: 42, searchedTo: 130 });
    expect(await logs().searchSums({ ...filter, from: 140 })).toMatchObject({
      request_count: 11,
      searchedTo: undefined,
    });
    expect(await logs().sums(filter)).toMatchObject({ request_count: 50, quota: 100 });
  });
});
