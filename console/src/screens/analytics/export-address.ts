import { exportUsageSeries } from "@tollgate/contract/analytics";
import { rangeQueryOf } from "../../widgets/usage-charts/range-choice";
import type { AnalyticsState } from "./analytics-state";

/** Where the browser downloads the figures of the range by group. */
export function exportAddress({ range, by, username }: AnalyticsState): string {
  const query = new URLSearchParams({ ...rangeQueryOf(range), by, username, rank: "quota", top: "20" });
  return `${exportUsageSeries.path}?${query.toString()}`;
}
