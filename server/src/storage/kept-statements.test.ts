import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type SQLite from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { keepStatements } from "./kept-statements.ts";
import { openSqlite } from "./open-sqlite.ts";

let folder: string;
let connection: SQLite.Database;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "tollgate-kept-"));
  connection = openSqlite(path.join(folder, "t.db"));
  connection.exec("create table things (name text); insert into things values ('a')");
});
afterEach(() => {
  connection.close();
  rmSync(folder, { recursive: true, force: true });
});

it("prepares a text once, each call with its own values", () => {
  const database = keepStatements(connection);
  const find = "select name from things where name = ?";
  const statement = database.prepare(find);
  expect(database.prepare(find)).toBe(statement);
  expect(statement.all(["a"])).toEqual([{ name: "a" }]);
  expect(statement.all(["b"])).toEqual([]);
});

it("keeps a text that starts on a line of its own, and the others with it", () => {
  const database = keepStatements(connection);
  const find = database.prepare("select name from things");
  const rename = "\n      update things\n      set name = ?";
  expect(database.prepare(rename)).toBe(database.prepare(rename));
  expect(database.prepare("select name from things")).toBe(find);
});

it("sees columns that were added after preparing", () => {
  const database = keepStatements(connection);
  expect(database.prepare("select * from things").all([])).toEqual([{ name: "a" }]);
  database.prepare("alter table things add column size integer not null default 1").run([]);
  expect(database.prepare("select * from things").all([])).toEqual([{ name: "a", size: 1 }]);
});

it("keeps a bounded number, forgetting the oldest", () => {
  const database = keepStatements(connection);
  const first = database.prepare("select 0 as n");
  for (let n = 1; n <= 300; n++) database.prepare(`select ${n} as n`);
  expect(database.prepare("select 0 as n")).not.toBe(first);
  expect(database.prepare("select 300 as n")).toBe(database.prepare("select 300 as n"));
});
