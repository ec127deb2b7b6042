import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { exactQuota, formatQuota } from "@tollgate/contract/quota";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import Tooltip from "@mui/material/Tooltip";
import { Link as RouterLink } from "react-router";
import { ErrorState } from "../../design-system/error-state/error-state";
import { describeError } from "../../lib/describe-error";
import { formatNumber, formatRatio } from "../../lib/format-number";
import { selfQuery } from "../../lib/session/self-query";
import { BudgetMeter } from "../../widgets/budget/budget-meter";
import { RequestsLabel } from "../../widgets/requests-label/requests-label";
import { useQuotaFormat } from "../../lib/site-info/site-info";
import { burnRateQuery } from "../../widgets/usage-charts/usage-queries";

/** The balance and the group's terms. */
export function BalanceCard() {
  const { t } = useTranslation("dashboard");
  const format = useQuotaFormat();
  const { data: self, error, refetch } = useQuery({ ...selfQuery, meta: { inPlace: true } });
  if (error && !self)
    return (
      <Card component="section" aria-label={t("balance.title")} sx={{ height: "100%" }}>
        <ErrorState
          title={t("balance.failed")}
          message={describeError(error)}
          onRetry={() => void refetch()}
        />
      </Card>
    );
  const facts = [
    { label: t("balance.group"), value: self && (self.group_name || self.group) },
    { label: t("balance.ratio"), value: self && formatRatio(self.group_ratio) },
    { label: t("balance.rate"), value: self && formatNumber(self.group_api_rate) },
    {
      label: <RequestsLabel>{t("balance.requests")}</RequestsLabel>,
      value: self && formatNumber(self.request_count),
    },
  ];
  return (
    <Card component="section" aria-labelledby="balance-title" sx={{ px: 2.5, py: 2, height: "100%" }}>
      <Stack direction="row" sx={{ alignItems: "baseline", justifyContent: "space-between", gap: 2 }}>
        <Typography id="balance-title" variant="h3" component="h2" sx={{ fontSize: 15 }}>
          {t("balance.title")}
        </Typography>
        <Link component={RouterLink} to="/panel/topup" variant="body2">
          {t("balance.top_up")}
        </Link>
      </Stack>
      <Tooltip title={self ? exactQuota(self.quota, format.quotaPerUnit) : ""} placement="bottom-start">
        <Typography
          sx={{
            display: "inline-block",
            fontSize: 32,
            lineHeight: "40px",
            fontWeight: 500,
            letterSpacing: "-0.025em",
            mt: 1.5,
            overflowWrap: "anywhere",
            color: self && self.quota <= 0 ? "error.main" : "text.primary",
          }}
        >
          {self ? formatQuota(self.quota, format) : <Skeleton width={140} />}
        </Typography>
      </Tooltip>
      <Typography variant="body2" component="div" sx={{ color: "text.secondary" }}>
        {self ? (
          <Tooltip title={exactQuota(self.used_quota, format.quotaPerUnit)} placement="bottom-start">
            <span>{t("balance.used", { amount: formatQuota(self.used_quota, format) })}</span>
          </Tooltip>
        ) : (
          <Skeleton width={120} />
        )}
      </Typography>
      <BurnRateLine />
      {self && self.uncollected > 0 && (
        <Box sx={{ mt: 2, px: 1.5, py: 1, borderRadius: 1, bgcolor: "warning.light" }}>
          <Typography variant="body2" component="div" sx={{ fontWeight: 500 }}>
            <Tooltip title={exactQuota(self.uncollected, format.quotaPerUnit)} placement="bottom-start">
              <span>{t("balance.uncollected", { amount: formatQuota(self.uncollected, format) })}</span>
            </Tooltip>
          </Typography>
          <Typography variant="body2">{t("balance.uncollectedHint")}</Typography>
        </Box>
      )}
      {self && self.budget_period !== "none" && (
        <Box component="section" aria-label={t("balance.budget")} sx={{ mt: 2.5 }}>
          <Typography variant="caption" component="h3" sx={{ color: "text.secondary" }}>
            {t("balance.budget")}
          </Typography>
          <BudgetMeter budget={self} full />
        </Box>
      )}
      <Stack component="dl" sx={{ m: 0, mt: 2.5 }}>
        {facts.map((fact, index) => (
          <Stack
            key={index}
            direction="row"
            sx={{
              justifyContent: "space-between",
              gap: 2,
              py: 1,
              borderTop: 1,
              borderColor: "divider",
              fontSize: 13,
            }}
          >
            <Box component="dt" sx={{ color: "text.secondary" }}>
              {fact.label}
            </Box>
            <Box component="dd" sx={{ m: 0, textAlign: "right", overflowWrap: "anywhere" }}>
              {fact.value ?? <Skeleton width={56} />}
            </Box>
          </Stack>
        ))}
      </Stack>
    </Card>
  );
}

/** Days the balance lasts at last week's rate; nothing while nothing is spent. */
function BurnRateLine() {
  const { t } = useTranslation("dashboard");
  const format = useQuotaFormat();
  const { data: rate } = useQuery(burnRateQuery);
  if (!rate || rate.days_left === null || rate.balance <= 0) return null;
  const days = Math.min(rate.days_left, mostDays);
  const soon = rate.days_left < soonDays;
  return (
    <Box sx={{ mt: 1.5, pl: 1.25, borderLeft: 2, borderColor: soon ? "warning.main" : "divider" }}>
      <Typography variant="body2" component="div" sx={{ fontWeight: 500 }}>
        {rate.days_left > mostDays
          ? t("burn.long", { count: mostDays })
          : rate.days_left < 1
            ? t("burn.today")
            : t("burn.lasts", { count: days })}
      </Typography>
      <Typography variant="body2" component="div" sx={{ color: "text.secondary" }}>
        {t("burn.rate", { amount: formatQuota(Math.round(rate.per_day), format) })}
      </Typography>
    </Box>
  );
}

/** A balance that lasts fewer days than this is marked. */
const soonDays = 3;
/** Longer estimates are capped: spending is not even for that long. */
const mostDays = 365;
