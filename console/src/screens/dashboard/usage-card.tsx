import BarChartIcon from "@mui/icons-material/BarChart";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { EmptyState } from "../../design-system/empty-state/empty-state";
import { TimeChartCard } from "../../widgets/usage-charts/time-chart-card";
import type { UsageCharts } from "../../widgets/usage-charts/use-usage-charts";
import type { Metric } from "./week-totals";

const metrics = [
  { value: "quota", label: "chart.spend" },
  { value: "requests", label: "chart.requests" },
  { value: "tokens", label: "chart.tokens" },
] as const satisfies { value: Metric; label: string }[];

interface UsageCardProps {
  /** Begins below the fold. */
  later: boolean;
  charts: UsageCharts;
  error: string | undefined;
  onRetry: () => void;
}

/** The week by model, as bars. */
export function UsageCard({ later, charts, error, onRetry }: UsageCardProps) {
  const { t } = useTranslation("dashboard");
  const navigate = useNavigate();
  const [metric, setMetric] = useState<Metric>("quota");
  // A week of free models has requests but no spending.
  const used = (charts.groups?.length ?? 0) > 0;
  return (
    <TimeChartCard
      {...charts.chartOf(metric)}
      title={t("chart.title")}
      height={280}
      later={later}
      error={error}
      onRetry={onRetry}
      empty={
        used ? (
          t("chart.free")
        ) : (
          <EmptyState icon={<BarChartIcon />} title={t("chart.empty")} description={t("chart.emptyHint")} />
        )
      }
      onChoose={(id) => {
        const href = charts.hrefOfGroup(id);
        if (href !== undefined) void navigate(href);
      }}
      canChoose={(id) => charts.hrefOfGroup(id) !== undefined}
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
    />
  );
}
