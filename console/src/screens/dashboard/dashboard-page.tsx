import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { ErrorState } from "../../design-system/error-state/error-state";
import { PageHeader } from "../../design-system/page-header/page-header";
import { useDesignTexts } from "../../design-system/texts/design-texts";
import { describeError } from "../../lib/describe-error";
import { NoBalanceNotice } from "../../widgets/no-balance/no-balance-notice";
import { BalanceCard } from "./balance-card";
import { BooksNotice } from "./books-notice";
import { ChecklistCard } from "./checklist-card";
import { usageQuery } from "./dashboard-queries";
import { ModelsTable } from "./models-table";
import { summarizeUsage } from "./summarize-usage";
import { TodayCards } from "./today-cards";
import { UncollectedSection } from "./uncollected-section";
import { UsageCard } from "./usage-card";

/** One's own usage at a glance, what is left to spend, and, on a new installation, what to do next. */
export function DashboardPage() {
  const { t } = useTranslation("dashboard");
  const texts = useDesignTexts();
  const { data, error, refetch, dataUpdatedAt } = useQuery(usageQuery);
  const usage = useMemo(
    () => (data ? summarizeUsage(data, new Date(dataUpdatedAt)) : undefined),
    [data, dataUpdatedAt],
  );
  const failed = error !== null && !data;
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <NoBalanceNotice low />
      <BooksNotice />
      <ChecklistCard />
      {failed ? (
        <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { lg: "2fr 1fr" } }}>
          <Card sx={{ display: "grid", placeItems: "center" }}>
            <ErrorState
              title={texts.loadFailed}
              message={describeError(error)}
              onRetry={() => void refetch()}
            />
          </Card>
          <BalanceCard />
        </Box>
      ) : (
        <Box
          sx={{
            display: "grid",
            gap: 2,
            gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(3, minmax(0, 1fr))" },
          }}
        >
          <TodayCards usage={usage} />
          <Box sx={{ gridColumn: { sm: "1 / -1", lg: "span 2" }, minWidth: 0 }}>
            <UsageCard usage={usage} />
          </Box>
          <Box sx={{ gridColumn: { sm: "1 / -1", lg: "auto" }, minWidth: 0 }}>
            <BalanceCard />
          </Box>
          {usage?.models.length !== 0 && (
            <Box sx={{ gridColumn: { sm: "1 / -1" }, minWidth: 0 }}>
              <ModelsTable models={usage?.models} />
            </Box>
          )}
        </Box>
      )}
      <UncollectedSection />
    </>
  );
}
