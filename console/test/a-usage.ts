import type {
  FigureGroup,
  Growth,
  SiteOverview,
  UsageSeries,
  UsageTotals,
} from "@tollgate/contract/analytics";
import { type FigureColumns, figureNames, type Figures, noFigures } from "@tollgate/contract/figures";
import type { Pulse } from "@tollgate/contract/pulse";

const day = 86_400;
/** Midnight of the last day of a series, so that days in tests do not depend on the day they run: June 3, 2026 in UTC. */
export const aMidnight = Math.floor(Date.UTC(2026, 5, 3) / 1000);

export const someFigures = (part: Partial<Figures> = {}): Figures => ({ ...noFigures, ...part });

function columnsOf(days: readonly Figures[]): FigureColumns {
  return Object.fromEntries(figureNames.map((name) => [name, days.map((one) => one[name])])) as FigureColumns;
}

function sumOf(days: readonly Figures[]): Figures {
  return Object.fromEntries(
    figureNames.map((name) => [name, days.reduce((sum, one) => sum + one[name], 0)]),
  ) as Figures;
}

/** A group of a series: its figures for each day, the last day last; days before have none. */
export function aGroup(
  key: string,
  recent: readonly Partial<Figures>[],
  part: Partial<Pick<FigureGroup, "label" | "owner_name" | "deleted">> = {},
): FigureGroup {
  const days = [...Array.from({ length: 7 - recent.length }, () => ({})), ...recent].map(someFigures);
  return {
    key,
    label: key,
    owner_name: "",
    deleted: false,
    total: sumOf(days),
    values: columnsOf(days),
    ...part,
  };
}

/** A week by day. The sums are those of the groups. */
export function aSeries(groups: FigureGroup[] = [], part: Partial<UsageSeries> = {}): UsageSeries {
  const starts = Array.from({ length: 7 }, (_, index) => aMidnight - (6 - index) * day);
  const days = starts.map((_, index) =>
    someFigures(
      Object.fromEntries(
        figureNames.map((name) => [
          name,
          groups.reduce((sum, { values }) => sum + (values[name][index] ?? 0), 0),
        ]),
      ),
    ),
  );
  return {
    period: { start: starts[0] ?? 0, end: aMidnight + day },
    step: "day",
    starts,
    groups,
    other: null,
    total: sumOf(days),
    values: columnsOf(days),
    figures_begin: 1_700_000_000,
    ...part,
  };
}

export function someTotals(part: Partial<UsageTotals> = {}): UsageTotals {
  return {
    period: { start: aMidnight - 6 * day, end: aMidnight + day },
    previous_period: { start: aMidnight - 13 * day, end: aMidnight - 6 * day },
    current: someFigures(),
    previous: someFigures(),
    figures_begin: 1_700_000_000,
    ...part,
  };
}

export function aGrowth(part: Partial<Growth> = {}): Growth {
  const { period, starts, step } = aSeries();
  const none = starts.map(() => 0);
  return {
    period,
    previous_period: someTotals().previous_period,
    step,
    starts,
    registrations: {
      current: { direct: 0, invited: 0 },
      previous: { direct: 0, invited: 0 },
      direct: none,
      invited: none,
    },
    redemptions: {
      current: { codes: 0, quota: 0, users: 0 },
      previous: { codes: 0, quota: 0, users: 0 },
      codes: none,
      quota: none,
    },
    orders: { current: [], previous: [], count: none, quota: none, amounts: [] },
    ...part,
  };
}

export function anOverview(part: Partial<SiteOverview> = {}): SiteOverview {
  return {
    spending: { quota: 0, balance: 0 },
    users: { total: 0, direct: 0, invited: 0 },
    channels: { enabled: 0, disabled: 0, disabled_automatically: 0 },
    recharge: { redeemed: 0, ordered: 0, paid: [] },
    codes: { issued: 0, issued_quota: 0, redeemed: 0, redeemed_quota: 0 },
    ...part,
  };
}

/** An hour in which no one called; `last` are the figures of its last minute. */
export function aPulse(part: Partial<Pulse> = {}, last: Partial<Figures> = {}): Pulse {
  const minutes = Array.from({ length: 60 }, (_, index) => someFigures(index === 59 ? last : {}));
  return {
    now: aMidnight + 3600,
    start: aMidnight,
    span: 60,
    count: 60,
    values: columnsOf(minutes),
    p95: minutes.map(({ timed_requests }) => (timed_requests > 0 ? 2000 : null)),
    total: sumOf(minutes),
    total_p95: null,
    channels: {
      start: aMidnight,
      span: 300,
      count: 12,
      states: { failing: 0, degraded: 0, healthy: 0, idle: 0 },
      strips: [],
    },
    ...part,
  };
}
