import { figureNames } from "@tollgate/contract/figure-sums";
import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/**
 * Rows of weeks, summed from the days of those that are rolled up: rankings over long periods read a fifth of the rows.
 */
export const figuresOfWeeks: Migration = {
  name: "0038-figures-of-weeks",
  creates: [],
  async up(schema) {
    const columns = sql.join(figureNames.map((name) => sql.ref(name)));
    const sums = sql.join(figureNames.map((name) => sql`sum(f.${sql.ref(name)})`));
    await sql`
      insert into usage_figures (dimension, span, start, user_id, subject, ${columns})
      select f.dimension, 604800, f.start - f.start % 604800, f.user_id, f.subject, ${sums}
      from usage_figures f join figure_folds on figure_folds.dimension = f.dimension
      where f.span = 86400 and f.start - f.start % 604800 + 604800 <= figure_folds.folded_until
      group by f.dimension, f.start - f.start % 604800, f.user_id, f.subject`.execute(schema);
  },
};
