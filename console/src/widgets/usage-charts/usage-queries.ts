import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import {
  type FigureGrouping,
  getBurnRate,
  getGrowth,
  getOwnUsageSeries,
  getSiteOverview,
  getUsageSeries,
  getUsageTotals,
  ownFigureGroupings,
} from "@tollgate/contract/analytics";
import { call } from "../../lib/api-client";
import { type RangeChoice, rangeQueryOf } from "./range-choice";
import { refreshing } from "./refreshing";

/** Whose calls: one's own, or for administrators everyone's. */
export type Scope = "mine" | "everyone";

const isOwnGrouping = (by: FigureGrouping): by is (typeof ownFigureGroupings)[number] =>
  (ownFigureGroupings as readonly string[]).includes(by);

/** Figures over time by group, the twenty largest by spend on their own. With a name: that user's alone. */
export function usageSeriesQuery(
  scope: Scope,
  range: RangeChoice,
  { by, username = "" }: { by: FigureGrouping; username?: string },
) {
  const query = { ...rangeQueryOf(range), rank: "quota", top: 20 } as const;
  return queryOptions({
    queryKey: ["usage", scope, "series", query, by, username],
    queryFn: ({ signal }) =>
      scope === "mine"
        ? call(getOwnUsageSeries, { query: { ...query, by: isOwnGrouping(by) ? by : "none" }, signal })
        : call(getUsageSeries, { query: { ...query, by, username }, signal }),
    refetchInterval: ({ state }) =>
      (state.data?.total.requests === 0 ? refreshing.firstFigures : refreshing.figures).refetchInterval,
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });
}

/** How long one's balance lasts; hidden where it fails. */
export const burnRateQuery = queryOptions({
  queryKey: ["usage", "mine", "burn-rate"],
  queryFn: ({ signal }) => call(getBurnRate, { signal }),
  ...refreshing.figures,
  meta: { silent: true },
});

/** The site as it is now, whatever the range. */
export const overviewQuery = queryOptions({
  queryKey: ["usage", "everyone", "overview"],
  queryFn: ({ signal }) => call(getSiteOverview, { signal }),
  ...refreshing.figures,
  meta: { inPlace: true },
});

/** Sums of the range and of the previous one. With a name: that user's alone. */
export function totalsQuery(range: RangeChoice, username = "") {
  const query = { ...rangeQueryOf(range), username };
  return queryOptions({
    queryKey: ["usage", "everyone", "totals", query],
    queryFn: ({ signal }) => call(getUsageTotals, { query, signal }),
    ...refreshing.figures,
    placeholderData: keepPreviousData,
  });
}

/** Registrations, redeemed codes and orders of the range. */
export function growthQuery(range: RangeChoice) {
  const query = rangeQueryOf(range);
  return queryOptions({
    queryKey: ["usage", "everyone", "growth", query],
    queryFn: ({ signal }) => call(getGrowth, { query, signal }),
    ...refreshing.figures,
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });
}
