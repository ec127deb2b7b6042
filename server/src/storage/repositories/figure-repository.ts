import { type Figures, figureNames } from "@tollgate/contract/figure-sums";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database.ts";
import {
  type FigureDimension,
  figureDimensions as dimensions,
  figureSpans as spans,
} from "../tables/usage-figures.ts";
import { prefixOf, startsWith } from "./log-filter.ts";
import type { UsageSums } from "./usage-repository.ts";

/** A row of the roll-ups in a sum: `sign` -1 subtracts it. */
export interface FigureUnit {
  sign: 1 | -1;
  /** Seconds. */
  span: number;
  /** Epoch seconds. */
  start: number;
}

/** A row of the roll-ups in the sum number `at`. */
export interface SeriesUnit extends Pick<FigureUnit, "span" | "start"> {
  at: number;
}

/** The key of a group: a subject of the dimension, or a user without one. */
export interface FigureKey {
  userId: number;
  subject: string;
}

export interface RankedKey extends FigureKey {
  requests: number;
  quota: number;
  tokens: number;
}

/** Sums of the span `at` and the group `member`. */
export interface SeriesRow extends Figures {
  at: number;
  member: number;
}

export interface SeriesQuestion {
  dimension: FigureDimension;
  units: readonly SeriesUnit[];
  /** Keys of the groups, by position; undefined: everything as group 0. */
  groups: readonly (readonly FigureKey[])[] | undefined;
  /** The meaning of a key: a subject, or a user with all subjects. */
  by: "subject" | "user";
}

export type FigureRepository = ReturnType<typeof createFigureRepository>;

/** More keys than this are matched with all rows of a span, fewer are looked up one by one. */
const lookUpsMost = 40;

/** The dimension that has the sums of all users, in all models or in some. */
export const sumDimension = (modelName: string): FigureDimension =>
  modelName === "" ? dimensions.group : dimensions.model;

function whereSubject(modelName: string): RawBuilder<unknown> {
  if (modelName === "") return sql``;
  const prefix = prefixOf(modelName);
  return prefix === undefined
    ? sql`and f.subject = ${modelName}`
    : sql`and ${startsWith(sql`f.subject`, prefix)}`;
}

/** Rows without a user are found by a user of 0, as the index begins with it. */
function isKeyOf(dimension: FigureDimension, by: SeriesQuestion["by"]): RawBuilder<unknown> {
  if (by === "user") return sql`f.user_id = keys.user_id`;
  if (isOwned(dimension)) return sql`f.user_id = keys.user_id and f.subject = keys.subject`;
  return sql`f.user_id = 0 and f.subject = keys.subject`;
}

/** The same among all rows of a span. Of a second condition PostgreSQL expects hardly any row, and sorts them all. */
function isKeyAmongAll(dimension: FigureDimension, by: SeriesQuestion["by"]): RawBuilder<unknown> {
  return by === "user" || isOwned(dimension) ? isKeyOf(dimension, by) : sql`f.subject = keys.subject`;
}

const isOwned = (dimension: FigureDimension): boolean =>
  dimension === dimensions.token || dimension === dimensions.userModel;

/** Reads the roll-ups for charts. */
export function createFigureRepository({ reads, dialect }: Pick<Database, "reads" | "dialect">) {
  /**
   * PostgreSQL sums integers as decimals, which takes twice as long; a double is exact up to 2^53, as in JavaScript.
   */
  const number = dialect.name === "postgres" ? sql`::float8` : sql``;
  const signed = (name: string) => sql`sum((units.sign * f.${sql.ref(name)})${number})`;
  const summed = (name: string) => sql`sum(f.${sql.ref(name)}${number})`;

  const unitRows = (units: readonly FigureUnit[]): RawBuilder<unknown> =>
    dialect.jsonRows(JSON.stringify(units.map(({ sign, span, start }) => [sign, span, start])), {
      sign: "bigint",
      span: "bigint",
      start: "bigint",
    });

  const seriesUnitRows = (units: readonly SeriesUnit[]): RawBuilder<unknown> =>
    dialect.jsonRows(JSON.stringify(units.map(({ at, span, start }) => [at, span, start])), {
      at: "bigint",
      span: "bigint",
      start: "bigint",
    });

  const rowsOf = (dimension: FigureDimension): RawBuilder<unknown> =>
    sql`f.dimension = ${sql.lit(dimension)} and f.span = units.span and f.start = units.start`;

  /**
   * The tables, and for each of their rows the roll-ups of a condition, found by their key. SQLite joins in the order
   * of the text. PostgreSQL estimates too few rows and would read all keys of a span; `offset 0` keeps the look-up as
   * it is.
   */
  const lookUp = (tables: RawBuilder<unknown>, condition: RawBuilder<unknown>): RawBuilder<unknown> =>
    dialect.name === "sqlite"
      ? sql`${tables} cross join usage_figures f where ${condition}`
      : sql`${tables} cross join lateral (select * from usage_figures f where ${condition} offset 0) f where true`;

  /**
   * The same for many keys, on PostgreSQL: all rows of a span are read, matched by hash, and summed by group before the
   * next span is read; one sum over all spans sorts every row, on the disk. SQLite has no hash join, and looks up each.
   */
  const lookThrough = (
    dimension: FigureDimension,
    isKey: RawBuilder<unknown>,
    sums: RawBuilder<unknown>,
  ): RawBuilder<unknown> =>
    sql`units cross join lateral (select keys.member, ${sums} from (select * from usage_figures f
      where ${rowsOf(dimension)} offset 0) f join keys on ${isKey} group by keys.member) f`;

  return {
    /** The end of a dimension's rows of hours and longer spans, epoch seconds. */
    foldedUntil: async (dimension: FigureDimension): Promise<number> =>
      (
        await reads
          .selectFrom("figure_folds")
          .select("folded_until")
          .where("dimension", "=", dimension)
          .executeTakeFirstOrThrow()
      ).folded_until,

    /** Start of the oldest quarter with calls; undefined while there is none. */
    begin: async (dimension: FigureDimension = dimensions.group): Promise<number | undefined> =>
      (
        await reads
          .selectFrom("usage_figures")
          .select("start")
          .where("dimension", "=", dimension)
          .where("span", "=", spans.quarter)
          .orderBy("start")
          .limit(1)
          .executeTakeFirst()
      )?.start,

    /** Sums of all users, in all models or in those that match a name as in `LogFilter`. */
    sums: async (units: readonly FigureUnit[], modelName: string): Promise<UsageSums> => {
      const { rows } = await sql<UsageSums>`
        with units as materialized (${unitRows(units)})
        select coalesce(${signed("requests")}, 0) as request_count, coalesce(${signed("quota")}, 0) as quota,
          coalesce(${signed("prompt_tokens")}, 0) as prompt_tokens,
          coalesce(${signed("completion_tokens")}, 0) as completion_tokens
        from ${lookUp(sql`units`, sql`${rowsOf(sumDimension(modelName))} ${whereSubject(modelName)}`)}`.execute(
        reads,
      );
      return rows[0] as UsageSums;
    },

    /** Sums of each key, or of each user. `userId`: of that user alone. */
    sumsByKey: async (
      dimension: FigureDimension,
      units: readonly FigureUnit[],
      { by, userId }: { by: "subject" | "user"; userId?: number | undefined },
    ): Promise<RankedKey[]> => {
      const subject = by === "user" ? sql`''` : sql`f.subject`;
      const owned = userId === undefined ? sql`` : sql`and f.user_id = ${userId}`;
      const { rows } = await sql<RankedKey>`
        with units as materialized (${unitRows(units)})
        select f.user_id as "userId", ${subject} as subject, ${signed("requests")} as requests, ${signed("quota")} as quota,
          ${signed("prompt_tokens")} + ${signed("completion_tokens")} as tokens
        from ${lookUp(sql`units`, sql`${rowsOf(dimension)} ${owned}`)}
        group by f.user_id${by === "user" ? sql`` : sql`, f.subject`}
        having ${signed("requests")} <> 0`.execute(reads);
      return rows;
    },

    /** Sums by span and group. Spans and groups without calls are left out. */
    series: async ({ dimension, units, groups, by }: SeriesQuestion): Promise<SeriesRow[]> => {
      const sums = sql.join(figureNames.map((name) => sql`${summed(name)} as ${sql.ref(name)}`));
      if (!groups) {
        const all = await sql<SeriesRow>`
          with units as materialized (${seriesUnitRows(units)})
          select units.at, 0 as member, ${sums} from ${lookUp(sql`units`, rowsOf(dimension))}
          group by units.at`.execute(reads);
        return all.rows;
      }
      const list = groups.flatMap((keys, member) =>
        keys.map(({ userId, subject }) => [member, userId, subject]),
      );
      const keys = dialect.jsonRows(JSON.stringify(list), {
        member: "bigint",
        user_id: "bigint",
        subject: "text",
      });
      const found = await sql<SeriesRow>`
        with units as materialized (${seriesUnitRows(units)}), keys as materialized (${keys})
        ${
          list.length > lookUpsMost && dialect.name === "postgres"
            ? sql`select units.at, f.member, ${sums}
                from ${lookThrough(dimension, isKeyAmongAll(dimension, by), sums)} group by units.at, f.member`
            : sql`select units.at, keys.member, ${sums}
                from ${lookUp(sql`units cross join keys`, sql`${rowsOf(dimension)} and ${isKeyOf(dimension, by)}`)}
                group by units.at, keys.member`
        }`.execute(reads);
      return found.rows;
    },

    /** Sums of all users by minute from a time on. */
    minutes: (from: number): Promise<(Figures & { start: number })[]> =>
      reads
        .selectFrom("usage_figures")
        .select(["start", ...figureNames.map((name) => sql<number>`sum(${sql.ref(name)})`.as(name))])
        .where("dimension", "=", dimensions.group)
        .where("span", "=", spans.minute)
        .where("start", ">=", from)
        .groupBy("start")
        .orderBy("start")
        .execute() as Promise<(Figures & { start: number })[]>,

    /** Calls per bucket of latencies, by minute from a time on. */
    latencies: (from: number): Promise<{ start: number; subject: string; requests: number }[]> =>
      reads
        .selectFrom("usage_figures")
        .select(["start", "subject", "requests"])
        .where("dimension", "=", dimensions.latency)
        .where("span", "=", spans.minute)
        .where("start", ">=", from)
        .orderBy("start")
        .execute(),
  };
}
