import { logTypes } from "@tollgate/contract/log-types";
import { type FigureName, figureNames } from "@tollgate/contract/figure-sums";
import { type Selectable, sql } from "kysely";
import type { Queries } from "../database.ts";
import {
  type FigureDimension,
  figureSpans as spans,
  type UsageFiguresTable,
} from "../tables/usage-figures.ts";

type FigureRow = Selectable<UsageFiguresTable>;
export type FigureWriteRepository = ReturnType<typeof createFigureWriteRepository>;

/** Rows of one insert: SQLite binds at most 32,766 values. */
const rowsPerStatement = 200;

const columns = sql.join(
  ["dimension", "span", "start", "user_id", "subject", ...figureNames].map((name) => sql.ref(name)),
);
const sums = sql.join(figureNames.map((name) => sql`sum(${sql.ref(name)})`));
const addExcluded = sql.join(
  figureNames.map(
    (name) => sql`${sql.ref(name)} = ${sql.ref(`usage_figures.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
  ),
);

/** Rolls up, rebuilds and prunes the roll-ups for charts. Times in epoch seconds. */
export function createFigureWriteRepository(queries: Queries) {
  return {
    /** The end of each dimension's rows of hours and longer spans. */
    folds: async (): Promise<Map<FigureDimension, number>> => {
      const rows = await queries.selectFrom("figure_folds").selectAll().execute();
      return new Map(rows.map((row) => [row.dimension as FigureDimension, row.folded_until]));
    },

    setFoldedUntil: async (dimension: FigureDimension, time: number): Promise<void> => {
      await queries
        .updateTable("figure_folds")
        .set({ folded_until: time })
        .where("dimension", "=", dimension)
        .execute();
    },

    /** Start of the first row of this span length from a time on; undefined without one. */
    firstStart: async (dimension: FigureDimension, span: number, from: number): Promise<number | undefined> =>
      (
        await queries
          .selectFrom("usage_figures")
          .select("start")
          .where("dimension", "=", dimension)
          .where("span", "=", span)
          .where("start", ">=", from)
          .orderBy("start")
          .limit(1)
          .executeTakeFirst()
      )?.start,

    /** Adds the sums of the rows of one span length in a time to rows of a longer span. */
    fold: async (
      dimensions: readonly FigureDimension[],
      { from, until, span }: { from: number; until: number; span: number },
      into: { span: number; start: number },
    ): Promise<void> => {
      await sql`
        insert into usage_figures (${columns})
        select dimension, ${sql.lit(into.span)}, ${into.start}, user_id, subject, ${sums}
        from usage_figures
        where dimension in (${sql.join(dimensions.map((one) => sql.lit(one)))}) and span = ${sql.lit(span)}
          and start >= ${from} and start < ${until}
        group by dimension, user_id, subject
        on conflict (dimension, span, start, user_id, subject) do update set ${addExcluded}`.execute(queries);
    },

    /** Adds rows to existing ones; no key may occur twice. */
    add: async (rows: readonly FigureRow[]): Promise<void> => {
      for (let at = 0; at < rows.length; at += rowsPerStatement)
        await queries
          .insertInto("usage_figures")
          .values(rows.slice(at, at + rowsPerStatement))
          .onConflict((conflict) =>
            conflict
              .columns(["dimension", "span", "start", "user_id", "subject"])
              .doUpdateSet((b) =>
                Object.fromEntries(
                  figureNames.map((name: FigureName) => [
                    name,
                    b(`usage_figures.${name}`, "+", b.ref(`excluded.${name}`)),
                  ]),
                ),
              ),
          )
          .execute();
    },

    /** Deletes the rows of one span length that start in a time; returns how many. */
    delete: async (
      dimensions: readonly FigureDimension[],
      span: number,
      { from, until }: { from: number; until: number },
    ): Promise<number> => {
      const result = await queries
        .deleteFrom("usage_figures")
        .where("dimension", "in", dimensions)
        .where("span", "=", span)
        .where("start", ">=", from)
        .where("start", "<", until)
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },

    /** Calls that were counted in a time of whole quarters. */
    countedCalls: async (
      dimension: FigureDimension,
      { from, until }: { from: number; until: number },
    ): Promise<number> => {
      const row = await queries
        .selectFrom("usage_figures")
        .select(sql<number>`coalesce(sum(requests), 0)`.as("requests"))
        .where("dimension", "=", dimension)
        .where("span", "=", spans.quarter)
        .where("start", ">=", from)
        .where("start", "<", until)
        .executeTakeFirstOrThrow();
      return Number(row.requests);
    },

    /** Rows of the log for calls of a time, in order; `after`: following that row. */
    calls: (
      { from, until }: { from: number; until: number },
      after: { created_at: number; id: number } | undefined,
      most: number,
    ) => {
      let query = queries
        .selectFrom("logs")
        .select([
          "id",
          "created_at",
          "user_id",
          "token_id",
          "model_name",
          "channel_id",
          "quota",
          "prompt_tokens",
          "completion_tokens",
          "request_time",
          "is_stream",
          "outcome",
          "metadata",
        ])
        .where("type", "=", logTypes.consumption)
        .where("created_at", ">=", after?.created_at ?? from)
        .where("created_at", "<", until);
      if (after)
        query = query.where((b) => b.or([b("created_at", ">", after.created_at), b("id", ">", after.id)]));
      return query.orderBy("created_at").orderBy("id").limit(most).execute();
    },

    /** When the oldest call of the log ended; undefined while it has none. */
    oldestCall: async (): Promise<number | undefined> =>
      (
        await queries
          .selectFrom("logs")
          .select("created_at")
          .where("type", "=", logTypes.consumption)
          .orderBy("created_at")
          .orderBy("id")
          .limit(1)
          .executeTakeFirst()
      )?.created_at,
  };
}
