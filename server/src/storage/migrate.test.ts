import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { postgresOrSkip } from "../../test/support/postgres.ts";
import { type DatabaseLocation, openDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";
import type { Migration } from "./migrations/migration.ts";

const postgresUrl = await postgresOrSkip();
const folder = mkdtempSync(path.join(tmpdir(), "tollgate-migrate-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const locations: [string, DatabaseLocation | undefined][] = [
  ["SQLite", { kind: "sqlite", file: path.join(folder, "t.db") }],
  ["PostgreSQL", postgresUrl === null ? undefined : { kind: "postgres", url: postgresUrl }],
];

/** Changes a table with rows, and creates one: a process may be killed between the two. */
const next: Migration = {
  name: "9000-next",
  creates: ["made_by_next"],
  async up(queries) {
    await sql`alter table users add column by_next text not null default ''`.execute(queries);
    await sql`create table made_by_next (id integer primary key)`.execute(queries);
  },
};

/** A process that runs the first half of `next` and is killed there. */
function migrateAndDie(location: DatabaseLocation): NodeJS.Signals | null {
  const at = (file: string): string => JSON.stringify(path.join(import.meta.dirname, file));
  const script = `
    const { openDatabase } = await import(${at("database.ts")});
    const { migrate } = await import(${at("migrate.ts")});
    const { migrations } = await import(${at("migrations/index.ts")});
    const { sql } = await import("kysely");
    const next = { name: "9000-next", creates: ["made_by_next"], async up(queries) {
      await sql\`alter table users add column by_next text not null default ''\`.execute(queries);
      process.kill(process.pid, "SIGKILL");
      await new Promise(() => {});
    } };
    await migrate(openDatabase(${JSON.stringify(location)}), [...migrations, next]);`;
  const ended = spawnSync(process.execPath, ["-e", script], {
    cwd: import.meta.dirname,
    encoding: "utf8",
  });
  if (ended.signal === null) throw new Error(`the process was not killed: ${ended.stderr}`);
  return ended.signal;
}

describe.each(locations)("a migration of %s", (_name, location) => {
  it.skipIf(!location)(
    "that was killed half-way has changed nothing, and the next start does all of it",
    async () => {
      if (!location) return;
      const database = openDatabase(location);
      try {
        await migrate(database);
        expect(migrateAndDie(location)).toBe("SIGKILL");
        const { rows } = await sql`select * from users`.execute(database.queries);
        expect(rows).toEqual([]);
        const tables = await database.queries.introspection.getTables();
        const users = tables.find(({ name }) => name === "users");
        expect(users?.columns.map(({ name }) => name)).not.toContain("by_next");
        expect(await migrate(database, [...migrations, next])).toEqual(["9000-next"]);
        expect(await migrate(database, [...migrations, next])).toEqual([]);
      } finally {
        await database.close();
      }
    },
  );

  it.skipIf(!location)(
    "of a newer version is rejected at the start of an older one, with a sentence",
    async () => {
      if (!location) return;
      const database = openDatabase(location);
      await expect(migrate(database)).rejects.toThrow(/9000-next.*newer version/);
      await database.close();
    },
  );
});
