import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Worker } from "node:worker_threads";
import SQLite from "better-sqlite3";
import { sql } from "kysely";
import { afterAll, expect, it } from "vitest";
import { openDatabase } from "../database.ts";
import { migrate } from "../migrate.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tollgate-transactions-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("a transaction that reads first can write, after writes of other connections", async () => {
  const file = path.join(folder, "tollgate.db");
  const database = openDatabase({ kind: "sqlite", file });
  await migrate(database);
  const other = new SQLite(file, { timeout: 0 });
  const set = (key: string) => ({ key, value: "1" });
  await database.transaction(async (queries) => {
    await queries.selectFrom("options").selectAll().execute();
    const write = other.prepare("insert into options (key, value) values ('other', '1')");
    expect(() => write.run()).toThrow(/locked/);
    await queries.insertInto("options").values(set("own")).execute();
  });
  const rows = await database.queries.selectFrom("options").select("key").execute();
  expect(rows.map(({ key }) => key)).toContain("own");
  other.close();
  await database.close();
});

it("leaves the event loop free while it waits for another writer", async () => {
  const file = path.join(folder, "waiting.db");
  const database = openDatabase({ kind: "sqlite", file });
  await migrate(database);
  const other = new SQLite(file);
  other.exec("begin immediate");
  let ended = false;
  const write = database.queries
    .insertInto("options")
    .values({ key: "own", value: "1" })
    .execute()
    .then(() => (ended = true));
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 1));
  expect(ended).toBe(false);
  other.exec("commit");
  await write;
  other.close();
  await database.close();
});

it("keeps other statements out of a transaction, and in the order they came", async () => {
  const database = openDatabase({ kind: "sqlite", file: path.join(folder, "order.db") });
  await migrate(database);
  const entered = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const order: string[] = [];
  const transaction = database.transaction(async (queries) => {
    entered.resolve();
    await goOn.promise;
    await queries.insertInto("options").values({ key: "first", value: "1" }).execute();
    order.push("transaction");
  });
  await entered.promise;
  const count = async (name: string): Promise<number> => {
    const rows = await database.queries
      .selectFrom("options")
      .where("key", "=", "first")
      .selectAll()
      .execute();
    order.push(name);
    return rows.length;
  };
  const counts = Promise.all([count("one"), count("two")]);
  goOn.resolve();
  await transaction;
  expect(await counts).toEqual([1, 1]);
  expect(order).toEqual(["transaction", "one", "two"]);
  await database.close();
});

it("fails what its thread cannot finish, and starts another", async () => {
  const file = path.join(folder, "ended.db");
  const errors: Error[] = [];
  const database = openDatabase({ kind: "sqlite", file }, (error) => errors.push(error));
  const started = once(process, "worker") as Promise<[Worker]>;
  await migrate(database);
  const [thread] = await started;
  const half = database.transaction(async (queries) => {
    await queries.insertInto("options").values({ key: "half", value: "1" }).execute();
    await thread.terminate();
    await queries.insertInto("options").values({ key: "rest", value: "1" }).execute();
  });
  await expect(half).rejects.toThrow("the thread ended");
  expect(
    await database.queries.selectFrom("options").where("key", "in", ["half", "rest"]).selectAll().execute(),
  ).toEqual([]);
  expect(errors).toHaveLength(1);
  await database.close();
});

it("rejects statements after it is closed, those that waited included", async () => {
  const database = openDatabase({ kind: "sqlite", file: path.join(folder, "closed.db") });
  await sql`select 1`.execute(database.queries);
  const entered = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const holding = database.transaction(async () => {
    entered.resolve();
    await goOn.promise;
  });
  await entered.promise;
  const waiting = sql`select 1`.execute(database.queries);
  const closing = database.close();
  goOn.resolve();
  const [, , outcome] = await Promise.allSettled([holding, closing, waiting]);
  expect(outcome).toMatchObject({ status: "rejected", reason: { message: "the database is closed" } });
  await expect(sql`select 1`.execute(database.queries)).rejects.toThrow();
});
