import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import type { FigureGrouping } from "@tollgate/contract/analytics";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Later } from "../../design-system/later/later";
import { describeError } from "../../lib/describe-error";
import { lastWeek } from "../../widgets/usage-charts/range-choice";
import { type Scope, usageSeriesQuery } from "../../widgets/usage-charts/usage-queries";
import { UsageTable } from "../../widgets/usage-charts/usage-table";
import { useLiveFigures } from "../../widgets/usage-charts/use-live-figures";
import { useUsageCharts } from "../../widgets/usage-charts/use-usage-charts";
import { DaysTable } from "./days-table";
import { TodayCards } from "./today-cards";
import { UsageCard } from "./usage-card";
import { weekTotals } from "./week-totals";

interface UsageSectionProps {
  scope: Scope;
  /** The second table: tokens of one's own, users of everyone's. */
  by: FigureGrouping;
  /** Beside the chart. */
  aside: ReactNode;
}

/** The last seven days: today in numbers, the week by model, by day and by token or user. */
export function UsageSection({ scope, by, aside }: UsageSectionProps) {
  const { t } = useTranslation(["dashboard", "usage-charts"]);
  useLiveFigures(scope);
  const { data, error, refetch } = useQuery(usageSeriesQuery(scope, lastWeek, { by: "model" }));
  const secondAnswer = useQuery(usageSeriesQuery(scope, lastWeek, { by }));
  const second = secondAnswer.data;
  const charts = useUsageCharts({ usage: data, by: "model", scope });
  const secondCharts = useUsageCharts({ usage: second, by, scope });
  const week = useMemo(() => data && weekTotals(data), [data]);
  const failed = error !== null && !data;
  const used = !failed && data?.groups.length !== 0;
  const wide = { gridColumn: { sm: "1 / -1" }, minWidth: 0 };
  return (
    <Box
      sx={{
        display: "grid",
        gap: 2,
        gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(3, minmax(0, 1fr))" },
      }}
    >
      {!failed && <TodayCards usage={week} />}
      <Box sx={{ gridColumn: { sm: "1 / -1", lg: "span 2" }, minWidth: 0 }}>
        <UsageCard
          // Below the pulse.
          later={scope === "everyone"}
          charts={charts}
          error={error ? describeError(error) : undefined}
          onRetry={() => void refetch()}
        />
      </Box>
      {/* In one column the balance comes before the chart. */}
      <Box
        sx={{
          gridColumn: { sm: "1 / -1", lg: "auto" },
          minWidth: 0,
          order: { xs: scope === "mine" ? -1 : 0, lg: 0 },
        }}
      >
        {aside}
      </Box>
      {used && (
        <Later>
          <Box sx={wide}>
            <UsageTable
              title={t("models.title")}
              nameLabel={t("models.model")}
              usage={data}
              charts={charts}
            />
          </Box>
          <Box
            sx={{
              ...wide,
              display: "grid",
              gap: 2,
              alignItems: "start",
              gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "repeat(2, minmax(0, 1fr))" },
            }}
          >
            {second?.groups.length !== 0 && (
              <UsageTable
                title={t(by === "user" ? "users.title" : "tokens.title")}
                nameLabel={t(`usage-charts:by.${by}`)}
                usage={second}
                charts={secondCharts}
                error={secondAnswer.error}
                onRetry={() => void secondAnswer.refetch()}
              />
            )}
            <DaysTable usage={data} scope={scope} />
          </Box>
        </Later>
      )}
    </Box>
  );
}
