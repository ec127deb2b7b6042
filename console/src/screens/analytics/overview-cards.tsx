import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import { useQuery } from "@tanstack/react-query";
import type { SiteOverview } from "@tollgate/contract/analytics";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link as RouterLink } from "react-router";
import { StatCard } from "../../design-system/stat-card/stat-card";
import { FailedCard } from "../../widgets/usage-charts/failed-card";
import { formatNumber } from "../../lib/format-number";
import { paidText } from "../../widgets/usage-charts/paid-text";
import { QuotaText } from "../../widgets/quota-text/quota-text";
import { overviewQuery } from "../../widgets/usage-charts/usage-queries";

/** The site as it is now: spending, users, channels, top-ups. */
export function OverviewCards() {
  const { t } = useTranslation("analytics");
  const { data, error, refetch } = useQuery(overviewQuery);
  if (error && !data)
    return <FailedCard title={t("failed.overview")} error={error} onRetry={() => void refetch()} />;
  return (
    <Box
      component="section"
      aria-label={t("overview.title")}
      sx={{
        display: "grid",
        gap: { xs: 1.5, sm: 2 },
        gridTemplateColumns: { xs: "repeat(2, minmax(0, 1fr))", lg: "repeat(4, minmax(0, 1fr))" },
      }}
    >
      <StatCard
        label={t("overview.spending")}
        value={data && <QuotaText value={data.spending.quota} />}
        note={
          data && (
            <>
              <QuotaText value={data.spending.balance} /> {t("overview.balance")}
            </>
          )
        }
      />
      <StatCard
        label={<To to="/panel/user">{t("overview.users")}</To>}
        value={data && formatNumber(data.users.total)}
        note={
          data &&
          t("overview.users_note", {
            direct: formatNumber(data.users.direct),
            invited: formatNumber(data.users.invited),
          })
        }
      />
      <StatCard
        label={<To to="/panel/channel">{t("overview.channels")}</To>}
        value={data && formatNumber(data.channels.enabled)}
        note={data && channelsNote(data.channels)}
      />
      <StatCard
        label={<To to="/panel/payment?view=orders">{t("overview.recharge")}</To>}
        value={data && <QuotaText value={data.recharge.redeemed + data.recharge.ordered} />}
        note={data && rechargeNote(data)}
      />
    </Box>
  );

  function channelsNote(channels: SiteOverview["channels"]): string {
    return t("overview.channels_note", {
      disabled: formatNumber(channels.disabled),
      automatically: formatNumber(channels.disabled_automatically),
    });
  }

  function rechargeNote({ recharge, codes }: SiteOverview): ReactNode {
    const paid = paidText(recharge.paid);
    return (
      <>
        {paid !== "" && <div>{t("overview.paid", { amount: paid })}</div>}
        <div>
          {t("overview.codes", {
            count: codes.issued,
            redeemed: formatNumber(codes.redeemed),
            issued: formatNumber(codes.issued),
          })}
        </div>
      </>
    );
  }
}

function To({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link component={RouterLink} to={to} color="inherit" underline="hover">
      {children}
    </Link>
  );
}
