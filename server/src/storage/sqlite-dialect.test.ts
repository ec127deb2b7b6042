import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import SQLite from "better-sqlite3";
import { afterAll, expect, it } from "vitest";
import { openDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";

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
