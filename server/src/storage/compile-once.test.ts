import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { compileOnce } from "./compile-once.ts";
import { type Database, openDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tollgate-compile-"));
let database: Database;

beforeAll(async () => {
  database = openDatabase({ kind: "sqlite", file: path.join(folder, "tollgate.db") });
  await migrate(database);
  for (const key of ["a", "b", "c"])
    await database.queries
      .insertInto("options")
      .values({ key, value: `of ${key}` })
      .execute();
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

it("builds a query once and runs it with the values of each call, in any place", async () => {
  const build = vi.fn(({ from, except, most }: { from: string; except: string; most: number }) =>
    database.queries
      .selectFrom("options")
      .select(["key", "value"])
      .where("key", ">=", from)
      .where((b) => b.not(b("key", "=", except)))
      .where("value", "<>", "fixed")
      .orderBy("key")
      .limit(most),
  );
  const question = compileOnce({ from: "", except: "", most: 0 }, build);
  const keys = async (values: { from: string; except: string; most: number }): Promise<string[]> =>
    (await database.queries.executeQuery(question(values))).rows.map(({ key }) => key);
  expect(build).not.toHaveBeenCalled();
  expect(await keys({ from: "a", except: "b", most: 5 })).toEqual(["a", "c"]);
  expect(await keys({ from: "b", except: "c", most: 5 })).toEqual(["b"]);
  expect(await keys({ from: "a", except: "z", most: 1 })).toEqual(["a"]);
  expect(build).toHaveBeenCalledTimes(1);
});
