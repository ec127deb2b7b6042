import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { noFigures } from "@tollgate/contract/figure-sums";
import { afterAll, describe, expect, it } from "vitest";
import { postgresOrSkip } from "../../../test/support/postgres.ts";
import { type DatabaseLocation, openDatabase } from "../database.ts";
import { migrate } from "../migrate.ts";
import { figureDimensions, figureSpans } from "../tables/usage-figures.ts";
import { figuresOfWeeks } from "./0038-figures-of-weeks.ts";
import { migrations } from "./index.ts";

const url = await postgresOrSkip();
const folder = mkdtempSync(path.join(os.tmpdir(), "tollgate-weeks-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each([
  ["SQLite", { kind: "sqlite", file: path.join(folder, "figures.db") }],
  ["PostgreSQL", url === null ? undefined : { kind: "postgres", url }],
] satisfies [string, DatabaseLocation | undefined][])(
  "roll-ups of earlier versions in %s",
  (_name, location) => {
    it.skipIf(!location)("get rows of the weeks that are rolled up, as the sums of their days", async () => {
      const database = openDatabase(location as DatabaseLocation);
      try {
        await migrate(database, migrations.slice(0, migrations.indexOf(figuresOfWeeks)));
        const { queries } = database;
        const row = { ...noFigures, dimension: figureDimensions.token, user_id: 7, subject: "3" };
        const days = [0, 3, 6, 7, 15].map((day) => ({
          ...row,
          span: figureSpans.day,
          start: day * figureSpans.day,
          requests: day + 1,
        }));
        const hour = { ...row, span: figureSpans.hour, start: 0, requests: 20 };
        await queries
          .insertInto("usage_figures")
          .values([...days, hour])
          .execute();
        await queries
          .updateTable("figure_folds")
          .set({ folded_until: 16 * figureSpans.day })
          .execute();
        await migrate(database);
        const made = await queries
          .selectFrom("usage_figures")
          .select(["start", "requests", "subject"])
          .where("span", "=", figureSpans.week)
          .orderBy("start")
          .execute();
        expect(made).toEqual([
          { start: 0, requests: 12, subject: "3" },
          { start: figureSpans.week, requests: 8, subject: "3" },
        ]);
      } finally {
        await database.close();
      }
    });
  },
);
