import { figureNames } from "@tollgate/contract/figure-sums";
import type pg from "pg";
import { type FigureRow, withRolledUp } from "./sum-figures.ts";

/** Commits share the lock; rolling up and rebuilding wait for them, and they for it. */
const lockFolds = "lock table figure_folds in row exclusive mode";
const readFolds = "select dimension, folded_until from figure_folds";

const addRows = `
  insert into usage_figures as f (dimension, span, start, user_id, subject, ${figureNames.join(", ")})
  select * from json_to_recordset($1) as r (dimension integer, span integer, start bigint, user_id bigint, subject text,
    ${figureNames.map((name) => `${name} bigint`).join(", ")})
  on conflict (dimension, span, start, user_id, subject) do update set
    ${figureNames.map((name) => `${name} = f.${name} + excluded.${name}`).join(", ")}`;

/** Adds to the figures, within the transaction of the usage rows. */
export async function addPostgresFigures(client: pg.PoolClient, rows: FigureRow[]): Promise<void> {
  if (rows.length === 0) return;
  await client.query(lockFolds);
  // A separate statement, so that it sees what was rolled up while waiting for the lock.
  const folds = await client.query<{ dimension: number; folded_until: number }>(readFolds);
  const folded = new Map(folds.rows.map((row) => [row.dimension, row.folded_until]));
  await client.query(addRows, [JSON.stringify(withRolledUp(rows, folded))]);
}
