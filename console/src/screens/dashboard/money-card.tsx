import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link as RouterLink } from "react-router";
import { ErrorState } from "../../design-system/error-state/error-state";
import { useDesignTexts } from "../../design-system/texts/design-texts";
import { describeError } from "../../lib/describe-error";
import { formatNumber } from "../../lib/format-number";
import { QuotaText } from "../../widgets/quota-text/quota-text";
import { lastWeek } from "../../widgets/usage-charts/range-choice";
import { paidText } from "../../widgets/usage-charts/paid-text";
import { UncollectedFact } from "./uncollected-fact";
import { growthQuery, overviewQuery, totalsQuery } from "../../widgets/usage-charts/usage-queries";

/** What the gateway earned this week and what it owes, in one column. */
export function MoneyCard() {
  const { t } = useTranslation("dashboard");
  const texts = useDesignTexts();
  const totalsAnswer = useQuery({ ...totalsQuery(lastWeek), meta: { inPlace: true } });
  const growthAnswer = useQuery(growthQuery(lastWeek));
  const overviewAnswer = useQuery(overviewQuery);
  const { data: totals } = totalsAnswer;
  const { data: growth } = growthAnswer;
  const { data: overview } = overviewAnswer;
  const failures = [totalsAnswer, growthAnswer, overviewAnswer].filter(
    ({ data, error }) => error !== null && data === undefined,
  );
  const missing = failures.length > 0 ? "–" : <Skeleton width={56} />;
  const facts: { label: string; value: ReactNode; to?: string }[] = [
    {
      label: t("money.paid"),
      value: growth && (paidText(growth.orders.current) || t("money.nothing")),
      to: "/panel/payment?view=orders",
    },
    {
      label: t("money.redeemed"),
      value: growth && <QuotaText value={growth.redemptions.current.quota} />,
      to: "/panel/redemption",
    },
    {
      label: t("money.users"),
      value:
        growth && formatNumber(growth.registrations.current.direct + growth.registrations.current.invited),
      to: "/panel/user?order=-id",
    },
    {
      label: t("money.balances"),
      value: overview && <QuotaText value={overview.spending.balance} />,
      to: "/panel/user",
    },
  ];
  return (
    <Card component="section" aria-labelledby="money-title" sx={{ px: 2.5, py: 2, height: "100%" }}>
      <Stack direction="row" sx={{ alignItems: "baseline", justifyContent: "space-between", gap: 2 }}>
        <Typography id="money-title" variant="h3" component="h2" sx={{ fontSize: 15 }}>
          {t("money.title")}
        </Typography>
        <Link component={RouterLink} to="/panel/analytics" variant="body2">
          {t("money.more")}
        </Link>
      </Stack>
      <Typography
        component="div"
        sx={{
          fontSize: 32,
          lineHeight: "40px",
          fontWeight: 500,
          letterSpacing: "-0.025em",
          mt: 1.5,
          overflowWrap: "anywhere",
        }}
      >
        {totals ? <QuotaText value={totals.current.quota} /> : missing}
      </Typography>
      <Typography variant="body2" component="div" sx={{ color: "text.secondary" }}>
        {t("money.spent")}
        {totals && totals.previous.quota > 0 && (
          <>
            {" · "}
            {t("money.before")} <QuotaText value={totals.previous.quota} />
          </>
        )}
      </Typography>
      <Stack component="dl" sx={{ m: 0, mt: 2.5 }}>
        {facts.map((fact) => (
          <Stack
            key={fact.label}
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
              {fact.to ? (
                <Link component={RouterLink} to={fact.to} color="inherit" underline="hover">
                  {fact.label}
                </Link>
              ) : (
                fact.label
              )}
            </Box>
            <Box component="dd" sx={{ m: 0, textAlign: "right", overflowWrap: "anywhere" }}>
              {fact.value ?? missing}
            </Box>
          </Stack>
        ))}
      </Stack>
      <UncollectedFact />
      {failures[0]?.error && (
        <Box sx={{ borderTop: 1, borderColor: "divider", pt: 1.5 }}>
          <ErrorState
            compact
            title={texts.loadFailed}
            message={describeError(failures[0].error)}
            onRetry={() => void Promise.all(failures.map(({ refetch }) => refetch()))}
          />
        </Box>
      )}
    </Card>
  );
}
