import Box from "@mui/material/Box";
import Tooltip from "@mui/material/Tooltip";
import { exactQuota } from "@tollgate/contract/quota";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Sparkline } from "../../design-system/sparkline/sparkline";
import { StatCard } from "../../design-system/stat-card/stat-card";
import { useSiteInfo, useQuotaFormat } from "../../lib/site-info/site-info";
import { formatNumber } from "../../lib/format-number";
import { RequestsLabel } from "../../widgets/requests-label/requests-label";
import { useMetricFormat } from "../../widgets/usage-charts/use-metric-format";
import type { Metric, WeekTotals } from "./week-totals";

const cards = [
  { metric: "requests", label: "today.requests" },
  { metric: "quota", label: "today.spend" },
  { metric: "tokens", label: "today.tokens" },
] as const satisfies { metric: Metric; label: string }[];

/** Today's three numbers, each with yesterday's and its week. Undefined while loading. */
export function TodayCards(props: { usage: WeekTotals | undefined }) {
  const { t } = useTranslation("dashboard");
  const { short: format } = useMetricFormat();
  const { isLoading } = useSiteInfo();
  const { usage } = props;
  return cards.map(({ metric, label }) => (
    <StatCard
      key={metric}
      label={metric === "requests" ? <RequestsLabel>{t(label)}</RequestsLabel> : t(label)}
      value={
        usage && !isLoading ? (
          <Exactly metric={metric} value={usage.today[metric]}>
            {format(metric, usage.today[metric])}
          </Exactly>
        ) : undefined
      }
      note={
        usage && (
          <Exactly metric={metric} value={usage.yesterday[metric]}>
            {t("today.yesterday", { value: format(metric, usage.yesterday[metric]) })}
          </Exactly>
        )
      }
      chart={
        usage?.perDay.some((day) => day[metric] > 0) && (
          // Three cards in a row leave no room for it on tablets.
          <Box sx={{ display: { sm: "none", md: "block" } }}>
            <Sparkline
              values={usage.perDay.map((day) => day[metric])}
              label={t("sparkline", {
                values: usage.perDay.map((day) => format(metric, day[metric])).join(", "),
              })}
            />
          </Box>
        )
      }
    />
  ));
}

/** The whole number on hover. */
function Exactly({ metric, value, children }: { metric: Metric; value: number; children: ReactNode }) {
  const { quotaPerUnit } = useQuotaFormat();
  return (
    <Tooltip title={metric === "quota" ? exactQuota(value, quotaPerUnit) : formatNumber(value)}>
      <span>{children}</span>
    </Tooltip>
  );
}
