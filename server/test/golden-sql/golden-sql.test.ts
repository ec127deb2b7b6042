import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { listFiles } from "../../../scripts/list-files.ts";
import { openDatabase } from "../../src/storage/database.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { postgresOrSkip } from "../support/postgres.ts";
import { collectGolden, type RecordedCall, repositoryCases } from "./collect-golden.ts";
import { formatSql } from "./format-sql.ts";
import { explainPostgres, explainSqlite, fillLogs, readsLogs, readVersion } from "./query-plans.ts";
import { recordSql, type Statement } from "./record-sql.ts";

/** Statements of the repositories and of the ledger for review: a changed statement changes a file here. */
const update =
  "A statement changed. If that is meant: npx vitest run --project server server/test/golden-sql -u";
const root = path.resolve(import.meta.dirname, "../../..");
const repositories = "server/src/storage/repositories";
const planFile = path.join(import.meta.dirname, "log-plans.postgres.sql");
const names: string[] = [path.basename(planFile)];

function printCalls(calls: RecordedCall[], planOf: (statement: Statement) => string[]): string {
  return calls
    .map(({ title, statements }) => {
      const lines = statements.flatMap((statement) => [
        formatSql(statement.sql),
        ...planOf(statement).map((line) => `-- plan: ${line}`),
      ]);
      return [`-- ${title}`, ...lines, ""].join("\n");
    })
    .join("\n");
}

for (const dialect of ["sqlite", "postgres"] as const) {
  const golden = await collectGolden(dialect);
  names.push(...[...golden.keys()].map((name) => `${name}.${dialect}.sql`));
  it.each([...golden])(`sends the statements of %s.${dialect}.sql`, async (name, calls) => {
    const text = printCalls(calls, dialect === "sqlite" ? explainSqlite : () => []);
    await expect(text, update).toMatchFileSnapshot(`${name}.${dialect}.sql`);
  });
}

const url = await postgresOrSkip();

describe.skipIf(url === null)("on PostgreSQL", () => {
  it("reads the logs by the plans of log-plans.postgres.sql", async ({ skip }) => {
    const database = openDatabase({ kind: "postgres", url: url ?? "" });
    await migrate(database);
    await database.close();
    const client = new pg.Client(url ?? "");
    await client.connect();
    const plans: string[] = [`-- ${await readVersion(client)}\n`];
    const [written = plans[0]] = existsSync(planFile) ? readFileSync(planFile, "utf8").split(/(?<=\n)/) : [];
    if (written !== plans[0]) await client.end();
    // Other major versions print and choose different plans.
    skip(written !== plans[0], `the plans are those of ${written}; delete ${planFile} to write them again`);
    await fillLogs(client);
    for (const [name, calls] of await collectGolden("postgres")) {
      for (const { title, statements } of calls) {
        for (const statement of statements.filter(readsLogs))
          plans.push([`-- ${name}: ${title}`, ...(await explainPostgres(client, statement)), ""].join("\n"));
      }
    }
    await client.end();
    await expect(plans.join("\n"), update).toMatchFileSnapshot(planFile);
  });
});

it("has no file without a repository or a store", () => {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith(".sql"));
  expect(files.filter((file) => !names.includes(file))).toEqual([]);
});

it("covers every file of the repositories", () => {
  const without = ["list-page", "log-filter", "secret-columns"];
  const files = listFiles(root, repositories)
    .filter((file) => !file.endsWith(".test.ts"))
    .map((file) => path.basename(file, ".ts"))
    .filter((name) => !without.includes(name));
  expect(Object.keys(repositoryCases).sort(), "add its calls to a …-cases.ts of this folder").toEqual(
    files.sort(),
  );
});

it.each(Object.keys(repositoryCases))("covers every method and function of %s", async (name) => {
  const cases = repositoryCases[name];
  const module = (await import(path.join(root, repositories, `${name}.ts`))) as Record<string, unknown>;
  // Other functions of the file reach the database only if they are async.
  const functions = Object.entries(module)
    .filter(([, value]) => typeof value === "function" && value.constructor.name === "AsyncFunction")
    .map(([key]) => key);
  const methods = Object.keys(cases?.create(recordSql("sqlite", {})) ?? {});
  expect(Object.keys(cases?.calls ?? {}).sort(), "add its call to the cases of this file").toEqual(
    [...new Set([...methods, ...functions])].sort(),
  );
});
