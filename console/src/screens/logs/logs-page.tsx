import Box from "@mui/material/Box";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { hasAccess } from "@tollgate/contract/access";
import { type LogRow, logTypes } from "@tollgate/contract/logs";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../design-system/data-table/data-table";
import { ErrorState } from "../../design-system/error-state/error-state";
import { LightIcon } from "../../design-system/light-icon/light-icon";
import { ListToolbar } from "../../design-system/list-toolbar/list-toolbar";
import { PageHeader } from "../../design-system/page-header/page-header";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import { describeError } from "../../lib/describe-error";
import { startQuery, useListState } from "../../lib/list-state";
import { prefetchQuietly } from "../../lib/query-client";
import { session, useHasAccess } from "../../lib/session/session";
import { WhoseChoice } from "../../widgets/whose-choice/whose-choice";
import { LogEmpty } from "./log-empty";
import { ExportMenu } from "./export-menu";
import { FilterLinksContext, narrowStyles } from "./filter-link";
import { LiveSwitch } from "./live-switch";
import { LogCard } from "./log-card";
import { type LogListState, logFilterDefaults, logQueryOf, logTabs, useLogFilters } from "./log-filters";
import { LogPanel } from "./log-panel";
import { LogSums } from "./log-sums";
import { logColumns } from "./logs-columns";
import { logSumsQuery, logsQuery } from "./logs-queries";
import { AuditLogLink, ManagementEntries } from "./management-entries";
import { type OpenRow, useOpenRow } from "./open-row";
import { RetentionNote } from "./retention-note";
import { NothingSoFar, SearchEnd } from "./search-end";
import { ViewsMenu } from "./views-menu";

/** How often the newest page and the sums are read again while they follow the log, in milliseconds. */
const liveMilliseconds = 3000;
const liveSumsMilliseconds = 15_000;

const listOptions = { filters: logFilterDefaults, defaultSize: 20 };

/** Fetches what the page asks for first. */
export function prefetchLogs(client: QueryClient): Promise<unknown> {
  const everybody = hasAccess(session.user()?.role, "admin");
  const query = logQueryOf({ query: startQuery(listOptions) }, new Date());
  return Promise.all([
    prefetchQuietly(client, logsQuery(everybody, query)),
    prefetchQuietly(client, logSumsQuery(everybody, query)),
  ]);
}

/** Every request and its cost: one's own, or everyone's for administrators. */
export function LogsPage() {
  const { t } = useTranslation("logs");
  const mayAll = useHasAccess("admin");
  const mayAudit = useHasAccess("root");
  const state = useListState(listOptions);
  const everybody = mayAll && state.filters.whose !== "mine";
  const [now, setNow] = useState(() => new Date());
  const [live, setLive] = useState(false);
  const query = logQueryOf(state, now);
  const canFollow =
    state.page === 1 && (state.order === "" || state.order === "-created_at") && query.end_timestamp === 0;
  const follow = live && canFollow;
  // A hidden page does not poll: the client's `refetchIntervalInBackground` is off.
  const logs = useQuery({ ...logsQuery(everybody, query), refetchInterval: follow && liveMilliseconds });
  const sums = useQuery({
    ...logSumsQuery(everybody, query),
    refetchInterval: follow && liveSumsMilliseconds,
  });
  const opened = useOpenRow(everybody, logs.data?.data);
  // A capped count means there are more pages first.
  const searchedTo = logs.data?.total_capped ? undefined : logs.data?.searched_to;
  const filters = useLogFilters(state, everybody);
  const columns = useMemo(() => logColumns(t, everybody), [t, everybody]);
  const links = useMemo(
    () => ({ filters: state.filters, narrow: state.setFilters }),
    [state.filters, state.setFilters],
  );
  const refresh = () => {
    setNow(new Date());
    void logs.refetch();
    void sums.refetch();
  };
  const management = everybody && mayAudit && state.filters.log_type === logTypes.management;
  const toolbar = (
    <ListToolbar filters={filters} onRefresh={refresh} refreshing={logs.isFetching && !follow}>
      <LiveSwitch on={live} possible={canFollow} onChange={setLive} />
      <ViewsMenu />
      <ExportMenu everybody={everybody} query={query} />
    </ListToolbar>
  );

  return (
    <FilterLinksContext value={links}>
      <PageHeader
        title={t("title")}
        description={t(everybody ? "subtitle_admin" : "subtitle_user")}
        secondary={
          mayAll && (
            <WhoseChoice value={state.filters.whose} onChange={(whose) => state.setFilter("whose", whose)} />
          )
        }
      />
      {!management && <LogSums sums={sums.data} failed={sums.isError} />}
      <LogTabs state={state} />
      {management ? (
        <>
          <ManagementEntries
            state={state}
            query={query}
            toolbar={<ListToolbar filters={filters.slice(0, 1)} />}
          />
          <AuditLogLink />
        </>
      ) : (
        <Box sx={narrowStyles}>
          <DataTable<LogRow>
            label={t("title")}
            storageName="logs"
            columns={columns}
            rows={logs.data?.data}
            rowId={(row) => String(row.id)}
            rowLabel={(row) => row.model_name || row.content}
            list={state}
            total={logs.data?.total_count}
            totalCapped={logs.data?.total_capped}
            fetching={logs.isFetching && !follow}
            error={logs.error ? describeError(logs.error) : undefined}
            onRetry={refresh}
            toolbar={toolbar}
            onRowClick={opened.open}
            rowButtons={1}
            rowActions={(row) => [
              {
                id: "open",
                label: t("detail.open"),
                icon: <LightIcon name="ChevronRight" />,
                visible: true,
                run: () => opened.open(row),
              },
            ]}
            card={(row) => <LogCard row={row} onOpen={() => opened.open(row)} />}
            empty={
              searchedTo === undefined ? (
                <LogEmpty state={state} everybody={everybody} />
              ) : (
                <NothingSoFar searchedTo={searchedTo} state={state} query={query} />
              )
            }
          />
        </Box>
      )}
      {!management && searchedTo !== undefined && logs.data?.data.length !== 0 && (
        <SearchEnd searchedTo={searchedTo} state={state} query={query} />
      )}
      {/* Not before the rows, which would push it away. */}
      {mayAll && !management && !logs.isPending && <RetentionNote />}
      <OpenedRow opened={opened} everybody={everybody} />
    </FilterLinksContext>
  );
}

/** The details of the row in the address, or why there are none. */
function OpenedRow({ opened, everybody }: { opened: OpenRow; everybody: boolean }) {
  const { t } = useTranslation("logs");
  const { row, error, close, previous, next } = opened;
  if (row)
    return <LogPanel row={row} everybody={everybody} onClose={close} previous={previous} next={next} />;
  if (!error) return null;
  return (
    <SidePanel open onClose={close} title={t("detail.title")}>
      <ErrorState title={t("detail.missing")} message={describeError(error)} />
    </SidePanel>
  );
}

function LogTabs({ state }: { state: LogListState }) {
  const { t } = useTranslation("logs");
  return (
    <Tabs
      value={state.filters.log_type}
      onChange={(_event, type: number) => state.setFilter("log_type", type)}
      aria-label={t("tabs.label")}
      variant="scrollable"
      scrollButtons={false}
      // All five fit on a phone without clipping.
      sx={{ mb: 1.5, "& .MuiTab-root": { mr: { xs: 1, sm: 2.5 } } }}
    >
      {logTabs.map((type) => (
        <Tab key={type} value={type} label={t(`tabs.${type}`)} />
      ))}
    </Tabs>
  );
}
