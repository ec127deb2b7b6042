import { figureNames } from "@tollgate/contract/figure-sums";
import type SQLite from "better-sqlite3";
import { type FigureRow, withRolledUp } from "./sum-figures.ts";

/** Adds to the figures, within the transaction of the usage rows. */
export function sqliteFigures(db: SQLite.Database): { add(rows: FigureRow[]): void } {
  const readFolds = db.prepare<[], { dimension: number; folded_until: number }>(
    "select dimension, folded_until from figure_folds",
  );
  const addRow = db.prepare(
    `insert into usage_figures (dimension, span, start, user_id, subject, ${figureNames.join(", ")})
     values (?, ?, ?, ?, ?, ${figureNames.map(() => "?").join(", ")})
     on conflict (dimension, span, start, user_id, subject) do update set
       ${figureNames.map((name) => `${name} = ${name} + excluded.${name}`).join(", ")}`,
  );
  return {
    add(rows) {
      if (rows.length === 0) return;
      const folded = new Map(readFolds.all().map((row) => [row.dimension, row.folded_until]));
      for (const row of withRolledUp(rows, folded)) {
        const { dimension, span, start, user_id, subject } = row;
        addRow.run(dimension, span, start, user_id, subject, ...figureNames.map((name) => row[name]));
      }
    },
  };
}
