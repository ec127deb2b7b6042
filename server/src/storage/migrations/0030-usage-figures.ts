import { figureNames } from "@tollgate/contract/figure-sums";
import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/**
 * Narrow roll-ups for charts, in quarters of an hour. They begin empty: a job fills them from the log, newest calls
 * first (`jobs/fill-figures.ts`).
 */
export const usageFigures: Migration = {
  name: "0030-usage-figures",
  creates: ["usage_figures", "figure_folds"],
  async up(schema, dialect) {
    const { bigint } = dialect;
    let table = schema.schema
      .createTable("usage_figures")
      .addColumn("dimension", "integer", (c) => c.notNull())
      .addColumn("span", "integer", (c) => c.notNull())
      .addColumn("start", bigint, (c) => c.notNull())
      .addColumn("user_id", bigint, (c) => c.notNull())
      .addColumn("subject", "text", (c) => c.notNull());
    for (const name of figureNames) table = table.addColumn(name, bigint, (c) => c.notNull());
    await table
      .addPrimaryKeyConstraint("usage_figures_key", ["dimension", "span", "start", "user_id", "subject"])
      // The key is the table: one tree to write instead of two.
      .$call((made) => (dialect.name === "sqlite" ? made.modifyEnd(sql`without rowid`) : made))
      .execute();
    // Rows of the current quarter are updated by every commit: space for the new versions keeps the index as it is.
    if (dialect.name === "postgres")
      await sql`alter table usage_figures set (fillfactor = 80)`.execute(schema);

    await schema.schema
      .createTable("figure_folds")
      .addColumn("dimension", "integer", (c) => c.primaryKey())
      .addColumn("folded_until", bigint, (c) => c.notNull())
      .execute();
    for (const dimension of rolledUpDimensions)
      await sql`insert into figure_folds (dimension, folded_until) values (${sql.lit(dimension)}, 0)`.execute(
        schema,
      );
  },
};

/** As numbered in `tables/usage-figures.ts`; minutes are never rolled up. */
const rolledUpDimensions = [1, 2, 3, 4, 5];
