import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type SQLite from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openSqlite } from "../open-sqlite.ts";
import { createSqliteReader, ReaderError, type ReaderTimes, type SqliteReader } from "./sqlite-reader.ts";

let folder: string;
let file: string;
let writer: SQLite.Database;
let readers: SqliteReader[];
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "tollgate-reader-"));
  file = path.join(folder, "t.db");
  writer = openSqlite(file);
  writer.exec("create table things (name text)");
  readers = [];
});
afterEach(async () => {
  for (const reader of readers) await reader.close();
  writer.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(times: Partial<ReaderTimes> = {}): SqliteReader {
  const reader = createSqliteReader(file, { limit: 60_000, idle: 60_000, ...times });
  readers.push(reader);
  return reader;
}

/** Counts for longer than any test waits, but not forever. */
const counting = (until: number): string =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${until}) select count(*) as count from n`;

it("reads what was committed just before", async () => {
  const reader = open();
  expect(await reader.read("select name from things", [])).toEqual([]);
  writer.exec("insert into things values ('a'), ('b')");
  expect(await reader.read("select name from things where name > ?", ["a"])).toEqual([{ name: "b" }]);
});

it("runs concurrent calls in the order they came, each with its own rows", async () => {
  const reader = open();
  const order: number[] = [];
  const calls = [300_000, 1, 2].map(async (until) => {
    const rows = await reader.read(counting(until), []);
    order.push(until);
    return rows;
  });
  expect(await Promise.all(calls)).toEqual([[{ count: 300_000 }], [{ count: 1 }], [{ count: 2 }]]);
  expect(order).toEqual([300_000, 1, 2]);
});

it("leaves the event loop free while it reads", async () => {
  const reader = open();
  const order: string[] = [];
  const slow = reader.read(counting(5_000_000), []).then(() => order.push("rows"));
  // At least as many turns of the loop as a relayed call takes.
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  order.push("loop");
  await slow;
  expect(order).toEqual(["loop", "rows"]);
});

it("reports errors by SQLite's name, and continues", async () => {
  const reader = open();
  const failure: unknown = await reader
    .read("select missing from things", [])
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ReaderError);
  expect(failure).toMatchObject({ code: "SQLITE_ERROR", message: "reader: no such column: missing" });
  expect(await reader.read("select 1 as one", [])).toEqual([{ one: 1 }]);
});

it("cannot write", async () => {
  const reader = open();
  await expect(reader.read("insert into things values ('c') returning name", [])).rejects.toMatchObject({
    code: "SQLITE_READONLY",
  });
  expect(writer.prepare("select * from things").all()).toEqual([]);
});

it("aborts a statement that takes too long, and runs the next one", async () => {
  const reader = open({ limit: 4000 });
  // Without WAL readers wait for the connection that holds the file.
  writer.pragma("journal_mode = delete");
  writer.exec("begin exclusive");
  const held = reader.read("select name from things", []);
  const next = reader.read("select name from things", []);
  await expect(held).rejects.toThrow("reader: a statement took longer than 4000 ms");
  writer.exec("commit");
  expect(await next).toEqual([]);
});

it("rejects waiting statements when it is closed, and every later one", async () => {
  const reader = open();
  const waiting = [reader.read(counting(1_000_000), []), reader.read("select 1", [])];
  const outcomes = Promise.allSettled(waiting);
  await reader.close();
  expect((await outcomes).map((outcome) => outcome.status)).toEqual(["rejected", "rejected"]);
  await expect(reader.read("select 1", [])).rejects.toThrow("reader: closed");
  await reader.close();
});

it("ends its thread when idle and starts another when it is needed", async () => {
  const reader = open({ idle: 1 });
  const threads = (): number =>
    process.getActiveResourcesInfo().filter((name) => name === "MessagePort" || name === "Worker").length;
  const before = threads();
  await reader.read("select 1", []);
  await expect.poll(threads).toBeLessThanOrEqual(before);
  expect(await reader.read("select 1 as one", [])).toEqual([{ one: 1 }]);
});
