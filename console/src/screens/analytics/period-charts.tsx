import Box from "@mui/material/Box";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { UsageSeries } from "@tollgate/contract/analytics";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { describeError } from "../../lib/describe-error";
import { ChartFigure } from "../../widgets/usage-charts/chart-figure";
import { TimeChartCard } from "../../widgets/usage-charts/time-chart-card";
import { metricOf, type UsageMetric } from "../../widgets/usage-charts/usage-metrics";
import { useMetricFormat } from "../../widgets/usage-charts/use-metric-format";
import type { UsageCharts } from "../../widgets/usage-charts/use-usage-charts";
import { totalsQuery } from "../../widgets/usage-charts/usage-queries";
import type { AnalyticsState } from "./analytics-state";

/** In reading order; the first is as wide as the page. */
const metrics: readonly UsageMetric[] = ["quota", "requests", "tokens", "latency", "first_token", "errors"];

interface PeriodChartsProps {
  state: AnalyticsState;
  usage: UseQueryResult<UsageSeries>;
  charts: UsageCharts;
}

/** The period by group: a chart for each metric, with its total and how that changed. */
export function PeriodCharts({ state, usage, charts }: PeriodChartsProps) {
  const { t } = useTranslation(["analytics", "usage-charts"]);
  const navigate = useNavigate();
  const open = (id: string): void => {
    const href = charts.hrefOfGroup(id);
    if (href !== undefined) void navigate(href);
  };
  return (
    <Box
      sx={{
        display: "grid",
        gap: 2,
        gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))" },
      }}
    >
      {metrics.map((metric) => (
        <Box key={metric} sx={{ gridColumn: metric === "quota" ? "1 / -1" : "auto", minWidth: 0 }}>
          <TimeChartCard
            {...charts.chartOf(metric)}
            title={t(`usage-charts:metric.${metric}`)}
            figure={<Figure metric={metric} state={state} />}
            height={metric === "quota" ? 280 : 200}
            empty={t(metric === "errors" ? "no_errors" : "no_calls")}
            error={usage.error ? describeError(usage.error) : undefined}
            onRetry={() => void usage.refetch()}
            onChoose={open}
            canChoose={(id) => charts.hrefOfGroup(id) !== undefined}
          />
        </Box>
      ))}
    </Box>
  );
}

/** The metric over the whole period, and its change. */
function Figure({ metric, state }: { metric: UsageMetric; state: AnalyticsState }) {
  const format = useMetricFormat();
  const { data: totals } = useQuery(totalsQuery(state.range));
  const current = totals && metricOf(metric, totals.current);
  const previous = totals && metricOf(metric, totals.previous);
  return (
    <ChartFigure
      value={current === undefined ? (totals ? "–" : "") : format.short(metric, current)}
      current={current}
      previous={previous}
      before={previous === undefined ? "" : format.short(metric, previous)}
    />
  );
}
