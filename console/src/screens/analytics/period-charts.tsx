import BarChartIcon from "@mui/icons-material/BarChart";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { UsageSeries } from "@tollgate/contract/analytics";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { EmptyState } from "../../design-system/empty-state/empty-state";
import { FailedCard } from "../../widgets/usage-charts/failed-card";
import { ChartFigure } from "../../widgets/usage-charts/chart-figure";
import { TimeChartCard } from "../../widgets/usage-charts/time-chart-card";
import { metricOf, type UsageMetric } from "../../widgets/usage-charts/usage-metrics";
import { useMetricFormat } from "../../widgets/usage-charts/use-metric-format";
import type { UsageCharts } from "../../widgets/usage-charts/use-usage-charts";
import { totalsQuery } from "../../widgets/usage-charts/usage-queries";
import type { AnalyticsState } from "./analytics-state";

/** In reading order, with the columns of six that each takes on tablets and desks. */
const metrics: readonly { metric: UsageMetric; columns: { md: number; lg: number } }[] = [
  { metric: "quota", columns: { md: 6, lg: 6 } },
  { metric: "requests", columns: { md: 3, lg: 2 } },
  { metric: "tokens", columns: { md: 3, lg: 2 } },
  { metric: "errors", columns: { md: 6, lg: 2 } },
  { metric: "latency", columns: { md: 3, lg: 3 } },
  { metric: "first_token", columns: { md: 3, lg: 3 } },
];

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
  if (usage.error && !usage.data)
    return <FailedCard title={t("failed.usage")} error={usage.error} onRetry={() => void usage.refetch()} />;
  if (usage.data?.total.requests === 0)
    return (
      <Card>
        <EmptyState icon={<BarChartIcon />} title={t("no_calls")} description={t("no_calls_hint")} />
      </Card>
    );
  return (
    <Box
      sx={{
        display: "grid",
        gap: 2,
        gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "repeat(6, minmax(0, 1fr))" },
      }}
    >
      {metrics.map(({ metric, columns: { md, lg } }) => (
        <Box
          key={metric}
          sx={{ gridColumn: { xs: "auto", md: `span ${md}`, lg: `span ${lg}` }, minWidth: 0 }}
        >
          <TimeChartCard
            {...charts.chartOf(metric)}
            title={t(`usage-charts:metric.${metric}`)}
            figure={<Figure metric={metric} state={state} usage={usage.data} />}
            height={metric === "quota" ? 280 : 200}
            wide={metric === "quota"}
            later={metric !== "quota"}
            empty={t(`nothing.${metric}`)}
            onChoose={open}
            canChoose={(id) => charts.hrefOfGroup(id) !== undefined}
          />
        </Box>
      ))}
    </Box>
  );
}

interface FigureProps {
  metric: UsageMetric;
  state: AnalyticsState;
  usage: UsageSeries | undefined;
}

/** The metric over the whole period, and its change. */
function Figure({ metric, state, usage }: FigureProps) {
  const format = useMetricFormat();
  const { data: totals } = useQuery(totalsQuery(state.range, state.username));
  // Without totals only the change is missing.
  const sums = totals?.current ?? usage?.total;
  const current = sums && metricOf(metric, sums);
  // Without earlier figures there is no comparison.
  const complete =
    totals && totals.figures_begin !== null && totals.figures_begin <= totals.previous_period.start;
  const previous = complete ? metricOf(metric, totals.previous) : undefined;
  return (
    <ChartFigure
      value={current === undefined ? (sums ? "–" : "") : format.short(metric, current)}
      current={current}
      previous={previous}
      before={previous === undefined ? "" : format.short(metric, previous)}
    />
  );
}
