import type { FigureGroup, FigureGrouping, FigureRank, UsageSeries } from "@tollgate/contract/analytics";
import { type FigureColumns, type Figures, figureNames, noFigures } from "@tollgate/contract/figures";
import type { FigurePeriod } from "@tollgate/contract/figure-range";
import type {
  FigureKey,
  FigureRepository,
  FigureUnit,
  SeriesRow,
  SeriesUnit,
} from "../../storage/repositories/figure-repository.ts";
import type { FigureDimension } from "../../storage/tables/usage-figures.ts";
import { coverTime } from "../cover-time.ts";
import { type FigureNames, labelGroups, rankGroups, sourceOf } from "./group-figures.ts";
import type { ResolvedRange } from "./resolve-range.ts";

export interface SeriesChoice {
  by: FigureGrouping;
  rank: FigureRank;
  top: number;
}

/** Reads statistics of all users, or of one. */
export interface FigureReader {
  sums(period: FigurePeriod, userId: number | undefined): Promise<Figures>;
  series(range: ResolvedRange, choice: SeriesChoice, userId: number | undefined): Promise<UsageSeries>;
  /** Start of the oldest roll-up; null while there is none. */
  begin(): Promise<number | null>;
}

interface ReaderDependencies extends FigureNames {
  figures: FigureRepository;
  now: () => number;
}

/** A row in the sum of the span number `at`. */
interface BoundUnit extends FigureUnit {
  at: number;
}

const quarter = 900;

export function createFigureReader(deps: ReaderDependencies): FigureReader {
  const { figures, now } = deps;
  const begin = async (): Promise<number | null> => (await figures.begin()) ?? null;

  /** The rows that add up to each of the spans. There is none before the oldest roll-up, and none after now. */
  async function unitsOf(dimension: FigureDimension, bounds: readonly number[]): Promise<BoundUnit[]> {
    const [first, until] = await Promise.all([figures.begin(), figures.foldedUntil(dimension)]);
    if (first === undefined) return [];
    const rolledUp = { from: first, until };
    const last = (Math.floor(now() / quarter) + 2) * quarter;
    return bounds.slice(1).flatMap((end, at) => {
      const from = Math.max(bounds[at] ?? end, first);
      return coverTime(from, Math.min(end, last), rolledUp).map((unit) => ({ ...unit, at }));
    });
  }

  /** One column of values for each group, or one for everything. */
  async function columnsOf(
    { by, own }: { by: FigureGrouping; own: boolean },
    bounds: readonly number[],
    groups: FigureKey[][] | undefined,
  ): Promise<FigureColumns[]> {
    const source = sourceOf(by, own);
    const { units, uses } = shareUnits(await unitsOf(source.dimension, bounds));
    const blocks = units.length === 0 ? [] : await figures.series({ ...source, units, groups });
    return toColumns(blocks, uses, { groups: groups?.length ?? 1, spans: bounds.length - 1 });
  }

  async function everything(bounds: readonly number[], userId: number | undefined): Promise<FigureColumns> {
    const own = userId === undefined ? undefined : [[{ userId, subject: "" }]];
    const [columns] = await columnsOf({ by: "none", own: userId !== undefined }, bounds, own);
    return columns ?? emptyColumns(bounds.length - 1);
  }

  async function largest(
    range: ResolvedRange,
    { by, rank, top }: SeriesChoice,
    userId: number | undefined,
  ): Promise<{ groups: FigureGroup[]; count: number }> {
    const source = sourceOf(by, userId !== undefined);
    const units = await unitsOf(source.dimension, [range.period.start, range.period.end]);
    const keys =
      units.length === 0 ? [] : await figures.sumsByKey(source.dimension, units, { by: source.by, userId });
    const ranked = await rankGroups(keys, by, rank, deps);
    const shown = ranked.slice(0, top);
    if (shown.length === 0) return { groups: [], count: 0 };
    const bounds = [...range.starts, range.period.end];
    const [columns, labelOf] = await Promise.all([
      columnsOf(
        { by, own: userId !== undefined },
        bounds,
        shown.map(({ members }) => members),
      ),
      labelGroups(
        shown.map(({ key }) => key),
        by,
        deps,
      ),
    ]);
    const groups = shown.map(({ key }, at) => {
      const values = columns[at] ?? emptyColumns(range.starts.length);
      return { key, ...labelOf(key), total: totalOf(values), values };
    });
    return { groups, count: ranked.length };
  }

  return {
    begin,

    async sums({ start, end }, userId) {
      return totalOf(await everything([start, end], userId));
    },

    async series(range, choice, userId) {
      const bounds = [...range.starts, range.period.end];
      const found = choice.by === "none" ? undefined : await largest(range, choice, userId);
      // Read last: what is booked during the read is in the remainder, which is never below zero.
      const values = await everything(bounds, userId);
      const groups = found?.groups ?? [];
      const rest = remainder(values, groups);
      const others = (found?.count ?? 0) - groups.length;
      const total = totalOf(rest);
      const isWhole = choice.by === "none" || (others === 0 && total.requests === 0);
      return {
        period: range.period,
        step: range.step,
        starts: range.starts,
        groups,
        other: isWhole ? null : { groups: others, total, values: rest },
        total: totalOf(values),
        values,
        figures_begin: await begin(),
      };
    },
  };
}

const emptyColumns = (length: number): FigureColumns =>
  Object.fromEntries(figureNames.map((name) => [name, Array.from({ length }, () => 0)])) as FigureColumns;

interface UnitUse {
  at: number;
  sign: 1 | -1;
}

/**
 * Consecutive days use the same hours at their common end, one with each sign. Each is read once: units of the same
 * uses become one block, whose number is in `at`.
 */
function shareUnits(units: readonly BoundUnit[]): { units: SeriesUnit[]; uses: UnitUse[][] } {
  const usesOf = new Map<string, { span: number; start: number; uses: UnitUse[] }>();
  for (const { at, sign, span, start } of units) {
    const key = `${span} ${start}`;
    const found = usesOf.get(key) ?? { span, start, uses: [] };
    usesOf.set(key, found);
    found.uses.push({ at, sign });
  }
  const blocks = new Map<string, number>();
  const uses: UnitUse[][] = [];
  const shared = [...usesOf.values()].map(({ span, start, uses: own }): SeriesUnit => {
    const key = own.map(({ at, sign }) => `${at}:${sign}`).join();
    let at = blocks.get(key);
    if (at === undefined) {
      at = uses.push(own) - 1;
      blocks.set(key, at);
    }
    return { at, span, start };
  });
  return { units: shared, uses };
}

function toColumns(
  blocks: readonly SeriesRow[],
  uses: readonly UnitUse[][],
  size: { groups: number; spans: number },
): FigureColumns[] {
  const columns = Array.from({ length: size.groups }, () => emptyColumns(size.spans));
  for (const row of blocks) {
    const column = columns[Number(row.member)];
    for (const { at, sign } of uses[Number(row.at)] ?? [])
      if (column)
        for (const name of figureNames) column[name][at] = (column[name][at] ?? 0) + sign * Number(row[name]);
  }
  return columns;
}

function totalOf(values: FigureColumns): Figures {
  const total: Figures = { ...noFigures };
  for (const name of figureNames) for (const one of values[name]) total[name] += one;
  return total;
}

function remainder(values: FigureColumns, groups: readonly FigureGroup[]): FigureColumns {
  return Object.fromEntries(
    figureNames.map((name) => [
      name,
      values[name].map((all, at) =>
        groups.reduce((left, group) => left - (group.values[name][at] ?? 0), all),
      ),
    ]),
  ) as FigureColumns;
}
