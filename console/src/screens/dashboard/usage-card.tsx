import BarChartIcon from "@mui/icons-material/BarChart";
import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import { useTheme } from "@mui/material/styles";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { ChartCard } from "../../design-system/chart-card/chart-card";
import { EmptyState } from "../../design-system/empty-state/empty-state";
import { chartColors } from "../../design-system/theme/palette";
import { useQuotaFormat } from "../../lib/site-info/site-info";
import { axisDecimals, type Metric, type UsageSummary } from "./summarize-usage";
import { useMetricFormat } from "./today-cards";

const UsageChart = lazy(() => import("./usage-chart").then((module) => ({ default: module.UsageChart })));

const chartHeight = 280;
/** Of the legend in one line, so that nothing moves when the numbers come. */
const legendHeight = 36;

const metrics = [
  { value: "quota", label: "chart.spend" },
  { value: "requests", label: "chart.requests" },
  { value: "tokens", label: "chart.tokens" },
] as const satisfies { value: Metric; label: string }[];

/** The week by model, as bars. Undefined while loading. The chart's code comes only when there is something to draw. */
export function UsageCard(props: { usage: UsageSummary | undefined }) {
  const { t } = useTranslation("dashboard");
  const [metric, setMetric] = useState<Metric>("quota");
  const { usage } = props;
  return (
    <ChartCard
      title={t("chart.title")}
      action={
        <ToggleButtonGroup
          exclusive
          size="small"
          value={metric}
          aria-label={t("chart.metric")}
          onChange={(_, next: Metric | null) => next && setMetric(next)}
          sx={{ "& .MuiToggleButton-root": { py: 0.25, px: 1.25, fontSize: 12 } }}
        >
          {metrics.map((choice) => (
            <ToggleButton key={choice.value} value={choice.value}>
              {t(choice.label)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      }
    >
      {!usage ? (
        <ChartSkeleton />
      ) : usage.series.length === 0 ? (
        <EmptyState icon={<BarChartIcon />} title={t("chart.empty")} description={t("chart.emptyHint")} />
      ) : (
        <FilledChart usage={usage} metric={metric} />
      )}
    </ChartCard>
  );
}

function FilledChart(props: { usage: UsageSummary; metric: Metric }): ReactNode {
  const { t } = useTranslation("dashboard");
  const format = useMetricFormat();
  const { quotaPerUnit } = useQuotaFormat();
  const colors = chartColors[useTheme().palette.mode];
  const series = props.usage.series.map((entry, index) => ({
    label: entry.model === undefined ? t("chart.other") : entry.model || t("models.none"),
    color: entry.model === undefined ? colors.other : (colors.series[index] ?? colors.other),
    values: entry.values.map((day) => day[props.metric]),
  }));
  const totals = props.usage.days.map((_, day) =>
    series.reduce((total, { values }) => total + (values[day] ?? 0), 0),
  );
  const decimals = axisDecimals(Math.max(0, ...totals) / quotaPerUnit);
  return (
    <Box sx={{ pb: 2 }}>
      <Suspense fallback={<Box sx={{ height: chartHeight }} />}>
        <UsageChart
          days={props.usage.days}
          series={series}
          height={chartHeight}
          format={(value) => format(props.metric, value)}
          formatAxis={(value) => format(props.metric, value, decimals)}
        />
      </Suspense>
      <Box
        component="ul"
        sx={{
          display: "flex",
          flexWrap: "wrap",
          columnGap: 2,
          rowGap: 0.5,
          m: 0,
          px: 2.5,
          listStyle: "none",
        }}
      >
        {series.map((entry) => (
          <Box
            component="li"
            key={entry.label}
            sx={{
              display: "flex",
              alignItems: "center",
              gap: 0.75,
              fontSize: 12,
              color: "text.secondary",
              minWidth: 0,
            }}
          >
            <Box
              aria-hidden
              sx={{ width: 8, height: 8, borderRadius: "2px", flexShrink: 0, bgcolor: entry.color }}
            />
            <Box component="span" sx={{ overflowWrap: "anywhere" }}>
              {entry.label}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

function ChartSkeleton() {
  const heights = [38, 62, 45, 80, 55, 92, 70];
  return (
    <Box
      aria-busy
      sx={{
        display: "flex",
        alignItems: "flex-end",
        gap: 3,
        height: chartHeight + legendHeight,
        px: 4,
        pb: 7,
      }}
    >
      {heights.map((height) => (
        <Skeleton key={height} variant="rounded" sx={{ flex: 1, height: `${height}%` }} />
      ))}
    </Box>
  );
}
