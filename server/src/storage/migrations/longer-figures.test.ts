import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { noFigures } from "@tollgate/contract/figure-sums";
import { afterAll, describe, expect, it } from "vitest";
import { postgresOrSkip } from "../../../test/support/postgres.ts";
import { type DatabaseLocation, openDatabase } from "../database.ts";
import { migrate } from "../migrate.ts";
import { figureDimensions, figureSpans } from "../tables/usage-figures.ts";
import { figuresOfFourHours } from "./0035-figures-of-four-hours.ts";
import { migrations } from "./index.ts";

const url = await postgresOrSkip();
const folder = mkdtempSync(path.join(os.tmpdir(), "tollgate-figures-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each([
  ["SQLite", { kind: "sqlite", file: path.join(folder, "figures.db") }],
  ["PostgreSQL", url === null ? undefined : { kind: "postgres", url }],
] satisfies [string, DatabaseLocation | undefined][])(
  "roll-ups of earlier versions in %s",
  (_name, location) => {
    it.skipIf(!location)(
      "get rows of four hours, and of the weeks that are rolled up, as sums of their hours and days",
      async () => {
        const database = openDatabase(location as DatabaseLocation);
        try {
          await migrate(database, migrations.slice(0, migrations.indexOf(figuresOfFourHours)));
          const { queries } = database;
          const row = { ...noFigures, dimension: figureDimensions.token, user_id: 7, subject: "3" };
          const hours = [0, 3, 4, 11, 24].map((hour) => ({
            ...row,
            span: figureSpans.hour,
            start: hour * 3600,
            requests: hour + 1,
          }));
          const days = [0, 3, 6, 7, 15].map((day) => ({
            ...row,
            span: figureSpans.day,
            start: day * figureSpans.day,
            requests: day + 1,
          }));
          await queries
            .insertInto("usage_figures")
            .values([...hours, ...days])
            .execute();
          await queries
            .updateTable("figure_folds")
            .set({ folded_until: 16 * figureSpans.day })
            .execute();
          await migrate(database);
          const rowsOf = (span: number) =>
            queries
              .selectFrom("usage_figures")
              .select(["start", "requests", "subject"])
              .where("span", "=", span)
              .orderBy("start")
              .execute();
          expect(await rowsOf(figureSpans.fourHours)).toEqual([
            { start: 0, requests: 5, subject: "3" },
            { start: 14_400, requests: 5, subject: "3" },
            { start: 28_800, requests: 12, subject: "3" },
            { start: 86_400, requests: 25, subject: "3" },
          ]);
          // The third week has not ended.
          expect(await rowsOf(figureSpans.week)).toEqual([
            { start: 0, requests: 12, subject: "3" },
            { start: figureSpans.week, requests: 8, subject: "3" },
          ]);
        } finally {
          await database.close();
        }
      },
    );
  },
);
