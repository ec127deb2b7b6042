import { exportUsageSeries, type FigureGrouping } from "@tollgate/contract/analytics";
import { type RangeChoice, rangeQueryOf } from "../../widgets/usage-charts/range-choice";

/** Where the browser downloads the figures of the range by group. */
export function exportAddress(range: RangeChoice, by: FigureGrouping): string {
  const query = new URLSearchParams({ ...rangeQueryOf(range), by, rank: "quota", top: "20" });
  return `${exportUsageSeries.path}?${query.toString()}`;
}
