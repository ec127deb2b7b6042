import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { postgresOrSkip } from "../../../test/support/postgres.ts";
import { type DatabaseLocation, openDatabase } from "../database.ts";
import { migrate } from "../migrate.ts";
import { itemsInGroups } from "./0040-items-in-groups.ts";
import { migrations } from "./index.ts";

const url = await postgresOrSkip();
const folder = mkdtempSync(path.join(os.tmpdir(), "tollgate-items-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each([
  ["SQLite", { kind: "sqlite", file: path.join(folder, "items.db") }],
  ["PostgreSQL", url === null ? undefined : { kind: "postgres", url }],
] satisfies [string, DatabaseLocation | undefined][])(
  "items of earlier versions in %s",
  (_name, location) => {
    it.skipIf(!location)("are kept, each as a row that is found by its id", async () => {
      const database = openDatabase(location as DatabaseLocation);
      try {
        await migrate(database, migrations.slice(0, migrations.indexOf(itemsInGroups)));
        const { queries } = database;
        await sql`insert into translated_items (user_id, id, created_at, bytes, content_encrypted)
        values (7, 'msg_2', 200, 5, 'two'), (7, 'msg_1', 100, 4, 'one'), (8, 'msg_1', 300, 6, 'three')`.execute(
          queries,
        );
        await migrate(database);
        const rows = await queries.selectFrom("translated_items").selectAll().orderBy("id").execute();
        const common = { by_id: 1, items: 1 };
        expect(rows.map(({ id: _id, ...row }) => row)).toEqual([
          { ...common, user_id: 7, created_at: 100, bytes: 4, ids: "msg_1", content_encrypted: "one" },
          { ...common, user_id: 7, created_at: 200, bytes: 5, ids: "msg_2", content_encrypted: "two" },
          { ...common, user_id: 8, created_at: 300, bytes: 6, ids: "msg_1", content_encrypted: "three" },
        ]);
      } finally {
        await database.close();
      }
    });
  },
);
