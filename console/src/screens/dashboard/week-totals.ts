import type { UsageSeries } from "@tollgate/contract/analytics";
import { figuresAt, metricOf } from "../../widgets/usage-charts/usage-metrics";

/** What a number on the dashboard counts. `quota` is money. */
export type Metric = "quota" | "requests" | "tokens";

export type Totals = Record<Metric, number>;

export interface WeekTotals {
  /** One for each day, today last. */
  perDay: Totals[];
  today: Totals;
  yesterday: Totals;
}

const noUsage: Totals = { quota: 0, requests: 0, tokens: 0 };

/** The days of a series as totals. */
export function weekTotals({ starts, values }: UsageSeries): WeekTotals {
  const perDay = starts.map((_, index): Totals => {
    const sums = figuresAt(values, index);
    return { quota: sums.quota, requests: sums.requests, tokens: metricOf("tokens", sums) ?? 0 };
  });
  return { perDay, today: perDay.at(-1) ?? noUsage, yesterday: perDay.at(-2) ?? noUsage };
}
