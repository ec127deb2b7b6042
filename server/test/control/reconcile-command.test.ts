import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "../../src/storage/database.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { migrations } from "../../src/storage/migrations/index.ts";
import { postgresOrSkip } from "../support/postgres.ts";
import { commandDatabases, runCommand } from "../support/run-command.ts";

const url = await postgresOrSkip();
const folder = mkdtempSync(path.join(tmpdir(), "tollgate-ledger-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const reconcile = (environment: Record<string, string>, ...args: string[]) =>
  runCommand("server/src/reconcile.ts", environment, args);

describe.each(commandDatabases(folder, url))(
  "npm run reconcile on $name",
  ({ location, environment, there }) => {
    let database: Database;
    beforeAll(async () => {
      if (!there) return;
      database = openDatabase(location);
      await migrate(database);
      // Only a stopped server leaves this: no connection is open.
      await database.close();
    });

    it.skipIf(!there)(
      "prints one line and exits with 0 without differences and without a running server",
      () => {
        const { stdout, stderr, status } = reconcile(environment);
        expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
        expect(stdout).toMatch(/^No ledger differences: 0 users, 0 orders, \d+\.\d s\.\n$/);
      },
    );

    it.skipIf(!there)("lists the differences and exits with 1 next to a running server", async () => {
      database = openDatabase(location);
      await sql`insert into ledger_entries values ('gift', 77, 'reward', 512, 1, '')`.execute(
        database.queries,
      );
      const { stdout, status } = reconcile(environment);
      expect(status).toBe(1);
      const [heading, , ...table] = stdout.split("\n");
      expect(heading).toMatch(/^Ledger differences: 1 difference among 0 users and 0 orders, \d+\.\d s\.$/);
      expect(table.slice(0, 2)).toEqual([
        "CHECK         WHERE    EXPECTED  ACTUAL  DIFFERENCE",
        "unknown_user  user 77       512       0        -512",
      ]);
      const json = reconcile(environment, "--json");
      expect(json.status).toBe(1);
      expect(JSON.parse(json.stdout)).toMatchObject({
        more: false,
        differences: [{ check: "unknown_user", subject: "user", id: "77", expected: 512, actual: 0 }],
      });
      await database.close();
    });

    it.skipIf(!there)("exits with 2 where the schema is older", async () => {
      database = openDatabase(location);
      const newest = migrations.at(-1)?.name;
      await sql`delete from schema_migrations where name = ${newest}`.execute(database.queries);
      await database.close();
      expect(reconcile(environment)).toMatchObject({
        status: 2,
        stdout: "",
        stderr: expect.stringContaining(`The database lacks ${newest}: start this version once`),
      });
    });
  },
);

it("exits with 2 where there is no database, and creates none", () => {
  const empty = path.join(folder, "empty");
  expect(reconcile({ DATA_DIR: empty })).toMatchObject({ status: 2, stdout: "" });
  expect(existsSync(empty)).toBe(false);
  expect(reconcile({ DATA_DIR: folder }, "--repair")).toMatchObject({
    status: 2,
    stderr: "The ledger could not be checked. --repair: the options are --json and --demo.\n",
  });
});
