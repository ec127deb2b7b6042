import { type FigureGrouping, figureGroupings } from "@tollgate/contract/analytics";
import { useListState } from "../../lib/list-state";
import { lastWeek, type RangeChoice } from "../../widgets/usage-charts/range-choice";

/** The page at rest: the last week by the organisations behind the models. */
const atRest = { ...lastWeek, by: "owner" };

export interface AnalyticsState {
  range: RangeChoice;
  by: FigureGrouping;
  setRange: (next: RangeChoice) => void;
  setBy: (next: FigureGrouping) => void;
}

const isGrouping = (name: string): name is FigureGrouping =>
  (figureGroupings as readonly string[]).includes(name);

/** What the page shows, kept in the address. */
export function useAnalyticsState(): AnalyticsState {
  const { filters, setFilters } = useListState({ filters: atRest });
  const { by, ...range } = filters;
  return {
    range,
    by: isGrouping(by) ? by : "owner",
    setRange: (next) => setFilters({ ...next }),
    setBy: (next) => setFilters({ by: next }),
  };
}
