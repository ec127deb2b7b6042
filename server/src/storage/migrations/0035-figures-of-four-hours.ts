import { figureNames } from "@tollgate/contract/figure-sums";
import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** Rows of four hours, summed from the existing hours: charts of days far from UTC read a quarter of the rows. */
export const figuresOfFourHours: Migration = {
  name: "0035-figures-of-four-hours",
  creates: [],
  async up(schema) {
    const columns = sql.join(figureNames.map((name) => sql.ref(name)));
    const sums = sql.join(figureNames.map((name) => sql`sum(${sql.ref(name)})`));
    await sql`
      insert into usage_figures (dimension, span, start, user_id, subject, ${columns})
      select dimension, 14400, start - start % 14400, user_id, subject, ${sums}
      from usage_figures where span = 3600
      group by dimension, start - start % 14400, user_id, subject`.execute(schema);
  },
};
