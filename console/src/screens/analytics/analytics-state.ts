import { type FigureGrouping, figureGroupings, ownFigureGroupings } from "@tollgate/contract/analytics";
import { useListState } from "../../lib/list-state";
import { lastWeek, type RangeChoice } from "../../widgets/usage-charts/range-choice";

/** Defaults: the last week by model owner. */
const defaultFilters = { ...lastWeek, by: "owner", username: "" };

export interface AnalyticsState {
  range: RangeChoice;
  by: FigureGrouping;
  /** What `by` can be. */
  groupings: readonly FigureGrouping[];
  /** Only this user's calls; empty: everyone's. */
  username: string;
  setRange: (next: RangeChoice) => void;
  setBy: (next: FigureGrouping) => void;
  setUsername: (next: string) => void;
}

/** What the page shows, kept in the address. */
export function useAnalyticsState(): AnalyticsState {
  const { filters, setFilters } = useListState({ filters: defaultFilters });
  const { by, username, ...range } = filters;
  const groupings: readonly FigureGrouping[] = username === "" ? figureGroupings : ownFigureGroupings;
  return {
    range,
    // A link may contain an unknown grouping.
    by: groupings.find((grouping) => grouping === by) ?? "owner",
    groupings,
    username,
    setRange: (next) => setFilters({ ...next }),
    setBy: (next) => setFilters({ by: next }),
    setUsername: (next) => setFilters({ username: next }),
  };
}
