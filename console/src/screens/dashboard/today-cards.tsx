import Box from "@mui/material/Box";
import { abbreviateNumber, formatQuota } from "@tollgate/contract/quota";
import { useTranslation } from "react-i18next";
import { Sparkline } from "../../design-system/sparkline/sparkline";
import { StatCard } from "../../design-system/stat-card/stat-card";
import { useSiteInfo, useQuotaFormat } from "../../lib/site-info/site-info";
import { languageTag } from "../../lib/i18n/languages";
import { useLanguage } from "../../lib/i18n/use-language";
import { formatNumber } from "../../lib/format-number";
import { changeOf, type Metric, type UsageSummary } from "./summarize-usage";

const cards = [
  { metric: "requests", label: "today.requests" },
  { metric: "quota", label: "today.spend" },
  { metric: "tokens", label: "today.tokens" },
] as const satisfies { metric: Metric; label: string }[];

/** How a number of each kind is written. */
export function useMetricFormat(): (metric: Metric, value: number) => string {
  const quotaFormat = useQuotaFormat();
  return (metric, value) => {
    if (metric === "quota") return formatQuota(value, quotaFormat);
    return metric === "tokens" ? abbreviateNumber(value) : formatNumber(value);
  };
}

/** Today's three numbers, each with its change and its week. Undefined while loading. */
export function TodayCards(props: { usage: UsageSummary | undefined }) {
  const { t } = useTranslation("dashboard");
  const format = useMetricFormat();
  const { isLoading } = useSiteInfo();
  const { usage } = props;
  return cards.map(({ metric, label }) => (
    <StatCard
      key={metric}
      label={t(label)}
      value={usage && !isLoading ? format(metric, usage.today[metric]) : undefined}
      note={usage && <Change today={usage.today[metric]} yesterday={usage.yesterday[metric]} />}
      chart={
        usage?.perDay.some((day) => day[metric] > 0) && (
          <Sparkline
            values={usage.perDay.map((day) => day[metric])}
            label={t("sparkline", {
              values: usage.perDay.map((day) => format(metric, day[metric])).join(", "),
            })}
          />
        )
      }
    />
  ));
}

function Change(props: { today: number; yesterday: number }) {
  const { t } = useTranslation("dashboard");
  const { language } = useLanguage();
  const change = changeOf(props.today, props.yesterday);
  if (change === undefined) return t("change.noYesterday");
  if (Math.abs(change) < 0.0005) return t("change.same");
  const percent = new Intl.NumberFormat(languageTag(language), {
    style: "percent",
    maximumFractionDigits: Math.abs(change) < 0.1 ? 1 : 0,
    signDisplay: "exceptZero",
  }).format(change);
  return (
    <Box component="span" sx={{ whiteSpace: "nowrap" }}>
      {t("change.up", { change: percent })}
    </Box>
  );
}
