import FileDownloadOutlinedIcon from "@mui/icons-material/FileDownloadOutlined";
import EventBusyIcon from "@mui/icons-material/EventBusyOutlined";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import LinearProgress from "@mui/material/LinearProgress";
import MenuItem from "@mui/material/MenuItem";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { FigureGrouping } from "@tollgate/contract/analytics";
import { listUsers } from "@tollgate/contract/users";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../design-system/empty-state/empty-state";
import { Later } from "../../design-system/later/later";
import { PageHeader } from "../../design-system/page-header/page-header";
import { useDesignTexts } from "../../design-system/texts/design-texts";
import { paperOnly, screenOnly } from "../../design-system/theme/print-rules";
import { call } from "../../lib/api-client";
import { ApiError } from "../../lib/api-error";
import { describeProblem } from "../../lib/forms/describe-problem";
import { prefetchQuietly } from "../../lib/query-client";
import { RemoteChoice } from "../../widgets/remote-choice/remote-choice";
import { lastWeek } from "../../widgets/usage-charts/range-choice";
import { RangePicker, rangeInWords } from "../../widgets/usage-charts/range-picker";
import { prefetchPlot } from "../../widgets/usage-charts/time-chart";
import {
  growthQuery,
  overviewQuery,
  totalsQuery,
  usageSeriesQuery,
} from "../../widgets/usage-charts/usage-queries";
import { UsageTable } from "../../widgets/usage-charts/usage-table";
import { useLiveFigures } from "../../widgets/usage-charts/use-live-figures";
import { useUsageCharts } from "../../widgets/usage-charts/use-usage-charts";
import { exportAddress } from "./export-address";
import { type AnalyticsState, useAnalyticsState } from "./analytics-state";
import { GrowthCharts } from "./growth-charts";
import { OverviewCards } from "./overview-cards";
import { PeriodCharts } from "./period-charts";

prefetchPlot();

/** Fetches what the page asks for first. */
export function prefetchAnalytics(client: QueryClient): Promise<unknown> {
  return Promise.all([
    prefetchQuietly(client, overviewQuery),
    prefetchQuietly(client, usageSeriesQuery("everyone", lastWeek, { by: "owner" })),
    prefetchQuietly(client, totalsQuery(lastWeek)),
    prefetchQuietly(client, growthQuery(lastWeek)),
  ]);
}

/** Revenue and growth over a time range, by a chosen grouping. */
export function AnalyticsPage() {
  const { t } = useTranslation(["analytics", "usage-charts"]);
  const state = useAnalyticsState();
  useLiveFigures("everyone");
  const usage = useQuery(usageSeriesQuery("everyone", state.range, state));
  // A hand-edited range: the server reports what is wrong with it.
  const problem = usage.error instanceof ApiError ? usage.error.fields[0] : undefined;
  const charts = useUsageCharts({
    usage: usage.data,
    by: state.by,
    scope: "everyone",
    username: state.username,
  });
  const name = t(`usage-charts:by.${state.by}`);
  // Without rows, the charts show the empty state.
  const hasGroups = state.by !== "none" && !(usage.isError && !usage.data) && usage.data?.groups.length !== 0;
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description")}
        secondary={
          <Button
            variant="outlined"
            startIcon={<FileDownloadOutlinedIcon />}
            component="a"
            href={exportAddress(state)}
            download
          >
            {t("export")}
          </Button>
        }
      />
      <OverviewCards />
      <PeriodBar state={state} fetching={usage.isFetching && usage.isPlaceholderData} />
      {problem === undefined ? (
        <Stack sx={{ gap: 2 }}>
          <PeriodCharts state={state} usage={usage} charts={charts} />
          <Later>
            {hasGroups && (
              <UsageTable
                title={t(`breakdown.${state.by}`)}
                nameLabel={name}
                usage={usage.data}
                charts={charts}
              />
            )}
            {state.username === "" && <GrowthCharts range={state.range} />}
          </Later>
        </Stack>
      ) : (
        <Card>
          <EmptyState
            icon={<EventBusyIcon />}
            title={describeProblem(problem)}
            action={
              problem.path === "username" ? (
                <Button variant="contained" onClick={() => state.setUsername("")}>
                  {t("all_users")}
                </Button>
              ) : (
                <Button variant="contained" onClick={() => state.setRange(lastWeek)}>
                  {t("last_week")}
                </Button>
              )
            }
          />
        </Card>
      )}
    </>
  );
}

/** For paper, which has no controls: `7 days · Model owner · alice`. */
function PeriodInWords({ state }: { state: AnalyticsState }) {
  const { t } = useTranslation("usage-charts");
  const parts = [rangeInWords(t, state.range), t(`by.${state.by}`), state.username];
  return (
    <Typography variant="body2" className={paperOnly}>
      {parts.filter((part) => part !== "").join(" · ")}
    </Typography>
  );
}

/** Range and grouping of the page; sticky. */
function PeriodBar({ state, fetching }: { state: AnalyticsState; fetching: boolean }) {
  const { t } = useTranslation(["analytics", "usage-charts"]);
  const texts = useDesignTexts();
  return (
    <Box
      component="section"
      aria-label={t("period")}
      sx={{
        position: { sm: "sticky" },
        // Under the console's own bar.
        top: { xs: 56, sm: 64 },
        zIndex: 5,
        mx: -1,
        px: 1,
        py: 1.5,
        mt: 2,
        mb: 0.5,
        bgcolor: "background.default",
        "@media print": { position: "static", bgcolor: "transparent" },
      }}
    >
      <PeriodInWords state={state} />
      <Stack
        direction="row"
        className={screenOnly}
        sx={{ columnGap: 1.5, rowGap: 2, flexWrap: "wrap", alignItems: "center" }}
      >
        <RangePicker value={state.range} onChange={state.setRange} />
        <TextField
          select
          label={t("by")}
          value={state.by}
          onChange={(event) => state.setBy(event.target.value as FigureGrouping)}
          sx={{ width: { xs: 1, sm: 190 } }}
        >
          {state.groupings.map((grouping) => (
            <MenuItem key={grouping} value={grouping}>
              {t(`usage-charts:by.${grouping}`)}
            </MenuItem>
          ))}
        </TextField>
        <Box sx={{ width: { xs: 1, sm: 220 } }}>
          <RemoteChoice
            // The address may change without this field, by the browser's back button.
            key={state.username}
            name="users"
            label={t("user")}
            initial={state.username === "" ? undefined : { id: 0, label: state.username }}
            search={async (keyword, signal) => {
              const { data } = await call(listUsers, { query: { keyword, size: 20 }, signal });
              return data.map(({ id, username, group }) => ({ id, label: username, detail: group }));
            }}
            onChoose={(_id, user) => state.setUsername(user?.label ?? "")}
          />
        </Box>
      </Stack>
      <Box sx={{ position: "absolute", insetInline: 8, bottom: 0, height: 2 }}>
        {fetching && <LinearProgress aria-label={texts.loading} sx={{ height: 2 }} />}
      </Box>
    </Box>
  );
}
