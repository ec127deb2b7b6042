import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import type { QueryClient } from "@tanstack/react-query";
import { hasAccess } from "@tollgate/contract/access";
import { useTranslation } from "react-i18next";
import { PageHeader } from "../../design-system/page-header/page-header";
import { useListState } from "../../lib/list-state";
import { prefetchQuietly } from "../../lib/query-client";
import { session, useHasAccess } from "../../lib/session/session";
import { InviteCard } from "../../widgets/invite-card/invite-card";
import { NoBalanceNotice } from "../../widgets/no-balance/no-balance-notice";
import { prefetchPlot } from "../../widgets/usage-charts/time-chart";
import { lastWeek } from "../../widgets/usage-charts/range-choice";
import {
  growthQuery,
  overviewQuery,
  type Scope,
  totalsQuery,
  usageSeriesQuery,
} from "../../widgets/usage-charts/usage-queries";
import { BalanceCard } from "./balance-card";
import { checklistQuery, uncollectedQuery } from "./dashboard-queries";
import { LedgerNotice } from "./ledger-notice";
import { ledgerQuery } from "./ledger-queries";
import { ChecklistCard } from "./checklist-card";
import { MoneyCard } from "./money-card";
import { PulseCard } from "./pulse-card";
import { pulseQuery } from "./pulse-queries";
import { QuickStartCard } from "./quick-start-card";
import { UsageSection } from "./usage-section";

prefetchPlot();

/** Fetches what the page asks for first. The users' table is below the fold: it is fetched after the rest, and not waited for. */
export async function prefetchDashboard(client: QueryClient): Promise<void> {
  if (!hasAccess(session.user()?.role, "admin"))
    return prefetchQuietly(client, usageSeriesQuery("mine", lastWeek, { by: "model" }));
  await Promise.all([
    prefetchQuietly(client, pulseQuery),
    prefetchQuietly(client, usageSeriesQuery("everyone", lastWeek, { by: "model" })),
    prefetchQuietly(client, totalsQuery(lastWeek)),
    prefetchQuietly(client, growthQuery(lastWeek)),
    prefetchQuietly(client, overviewQuery),
    prefetchQuietly(client, ledgerQuery),
    prefetchQuietly(client, checklistQuery),
    prefetchQuietly(client, uncollectedQuery),
  ]);
  void prefetchQuietly(client, usageSeriesQuery("everyone", lastWeek, { by: "user" }));
}

/** An administrator sees the gateway first, since that is what they open the console for. */
const defaultFilters = { view: "everyone" };

/** The gateway for those who run it; for everyone their own usage and what is left to spend. */
export function DashboardPage() {
  const { t } = useTranslation("dashboard");
  const operates = useHasAccess("admin");
  const { filters, setFilter } = useListState({ filters: defaultFilters });
  const scope: Scope = operates && filters.view !== "mine" ? "everyone" : "mine";
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t(scope === "everyone" ? "descriptionAll" : "description")}
        secondary={
          operates && (
            <ToggleButtonGroup
              exclusive
              size="small"
              value={scope}
              aria-label={t("view.label")}
              onChange={(_, next: Scope | null) => next && setFilter("view", next)}
              sx={{ "& .MuiToggleButton-root": { height: 36, px: 1.5, fontSize: 13 } }}
            >
              <ToggleButton value="everyone">{t("view.everyone")}</ToggleButton>
              <ToggleButton value="mine">{t("view.mine")}</ToggleButton>
            </ToggleButtonGroup>
          )
        }
      />
      {scope === "mine" && <NoBalanceNotice low />}
      <LedgerNotice />
      <ChecklistCard />
      {scope === "everyone" ? <Everyone /> : <Mine />}
    </>
  );
}

function Everyone() {
  return (
    <Stack sx={{ gap: 2 }}>
      <PulseCard />
      <UsageSection scope="everyone" by="user" aside={<MoneyCard />} />
    </Stack>
  );
}

function Mine() {
  return (
    <Stack sx={{ gap: 2 }}>
      <UsageSection scope="mine" by="token" aside={<BalanceCard />} />
      <Box
        sx={{
          display: "grid",
          gap: 2,
          alignItems: "start",
          gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "repeat(2, minmax(0, 1fr))" },
        }}
      >
        <QuickStartCard />
        <InviteCard />
      </Box>
    </Stack>
  );
}
