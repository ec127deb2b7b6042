import Box from "@mui/material/Box";
import LinearProgress from "@mui/material/LinearProgress";
import type { BudgetChoice } from "@tollgate/contract/budgets";
import { formatQuota } from "@tollgate/contract/quota";
import { useTranslation } from "react-i18next";
import { formatRelativeTime } from "../../lib/format-time";
import { useQuotaFormat } from "../../lib/site-info/site-info";
import { TimeText } from "../../design-system/time-text/time-text";
import { QuotaText } from "../quota-text/quota-text";

export interface ShownBudget {
  budget_period: BudgetChoice;
  budget_quota: number;
  budget_used: number;
  budget_resets_at: number;
}

/** Above this part the meter warns. */
const nearlyUsed = 0.8;

interface BudgetMeterProps {
  budget: ShownBudget;
  /** Also shows the end of the period. */
  full?: boolean;
}

/** What is spent of a budget in the current period. Nothing without a budget. */
export function BudgetMeter({ budget, full = false }: BudgetMeterProps) {
  const { t } = useTranslation("budget");
  const format = useQuotaFormat();
  const { budget_period: period, budget_quota: quota, budget_used: used, budget_resets_at: resets } = budget;
  if (period === "none") return null;
  const part = quota > 0 ? used / quota : 1;
  const tone = part >= 1 ? "error" : part >= nearlyUsed ? "warning" : "primary";
  const label = t("spent", {
    used: formatQuota(used, format),
    amount: formatQuota(quota, format),
    period: t(`per.${period}`),
  });
  return (
    <Box sx={{ minWidth: 96, ...(!full && { maxWidth: 180 }) }}>
      <Box sx={{ display: "flex", justifyContent: "space-between", gap: 1, typography: "body2" }}>
        <Box component="span" sx={{ whiteSpace: "nowrap", ...(part >= 1 && { color: "error.main" }) }}>
          <QuotaText value={used} />
          <Box component="span" sx={{ color: "text.secondary" }}>
            {" / "}
            <QuotaText value={quota} />
          </Box>
        </Box>
        <Box component="span" sx={{ color: "text.secondary", whiteSpace: "nowrap" }}>
          {t(full ? `per.${period}` : `short.${period}`)}
        </Box>
      </Box>
      <LinearProgress
        variant="determinate"
        color={tone}
        value={Math.min(100, part * 100)}
        aria-label={`${label} ${t("resets_at", { time: formatRelativeTime(resets) })}`}
        sx={{ height: 4, borderRadius: 2, mt: 0.5 }}
      />
      {full && (
        <Box sx={{ mt: 0.5, typography: "caption", color: part >= 1 ? "error.main" : "text.secondary" }}>
          {part >= 1 && `${t("used_up")} `}
          {t("resets_label")} <TimeText relative value={resets} />
        </Box>
      )}
    </Box>
  );
}
