import { abbreviateNumber, formatQuota } from "@tollgate/contract/quota";
import { useMemo } from "react";
import { formatDuration, formatNumber } from "../../lib/format-number";
import { useQuotaFormat } from "../../lib/site-info/site-info";
import { addsUp, type UsageMetric } from "./usage-metrics";

interface MetricFormat {
  /** Short: cards and axes. */
  short: (metric: UsageMetric, value: number) => string;
  /** Whole: hovers and tables. */
  whole: (metric: UsageMetric, value: number) => string;
}

/** How a number of each metric is written. */
export function useMetricFormat(): MetricFormat {
  const quota = useQuotaFormat();
  return useMemo(() => {
    const write = (metric: UsageMetric, value: number, count: (value: number) => string): string => {
      if (metric === "quota") return formatQuota(value, quota);
      return addsUp(metric) ? count(value) : formatDuration(value);
    };
    return {
      short: (metric, value) => write(metric, value, abbreviateNumber),
      whole: (metric, value) => write(metric, value, (count) => formatNumber(count)),
    };
  }, [quota]);
}
