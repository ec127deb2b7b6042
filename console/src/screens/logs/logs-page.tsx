import ChevronRightIcon from "@mui/icons-material/ChevronRight";
import ReceiptLongOutlinedIcon from "@mui/icons-material/ReceiptLongOutlined";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useQuery } from "@tanstack/react-query";
import type { LogRow } from "@tollgate/contract/logs";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { DataTable } from "../../design-system/data-table/data-table";
import { ListEmpty } from "../../design-system/empty-state/list-empty";
import { ListToolbar } from "../../design-system/list-toolbar/list-toolbar";
import { PageHeader } from "../../design-system/page-header/page-header";
import { describeError } from "../../lib/describe-error";
import { useListState } from "../../lib/list-state";
import { useHasAccess } from "../../lib/session/session";
import { LogCard } from "./log-card";
import { type LogListState, logFilterDefaults, logQueryOf, logTabs, useLogFilters } from "./log-filters";
import { LogPanel } from "./log-panel";
import { LogSums } from "./log-sums";
import { logColumns } from "./logs-columns";
import { logSumsQuery, logsQuery } from "./logs-queries";
import { NothingSoFar, SearchEnd } from "./search-end";
import { anyTime } from "../../widgets/moment-field/time-ranges";

/** Every request and its cost: one's own, or everybody's for administrators. */
export function LogsPage() {
  const { t } = useTranslation("logs");
  const everybody = useHasAccess("admin");
  const state = useListState({ filters: logFilterDefaults, defaultSize: 20 });
  const [now, setNow] = useState(() => new Date());
  const query = logQueryOf(state, now);
  const logs = useQuery(logsQuery(everybody, query));
  const sums = useQuery(logSumsQuery(everybody, query));
  const [open, setOpen] = useState<LogRow>();
  // Where the count ends early there are pages enough to go through first.
  const searchedTo = logs.data?.total_capped ? undefined : logs.data?.searched_to;
  const filters = useLogFilters(state, everybody);
  const columns = useMemo(() => logColumns(t, everybody), [t, everybody]);
  const refresh = () => {
    setNow(new Date());
    void logs.refetch();
    void sums.refetch();
  };

  return (
    <>
      <PageHeader title={t("title")} description={t(everybody ? "subtitle_admin" : "subtitle_user")} />
      <LogSums sums={sums.data} failed={sums.isError} />
      <LogTabs state={state} />
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
        fetching={logs.isFetching}
        error={logs.error ? describeError(logs.error) : undefined}
        onRetry={refresh}
        toolbar={<ListToolbar filters={filters} onRefresh={refresh} refreshing={logs.isFetching} />}
        onRowClick={setOpen}
        rowActions={(row) => [
          {
            id: "open",
            label: t("detail.open"),
            icon: <ChevronRightIcon />,
            visible: true,
            run: () => setOpen(row),
          },
        ]}
        card={(row) => <LogCard row={row} onOpen={() => setOpen(row)} />}
        empty={
          searchedTo === undefined ? (
            <Empty state={state} everybody={everybody} />
          ) : (
            <NothingSoFar searchedTo={searchedTo} state={state} query={query} />
          )
        }
      />
      {searchedTo !== undefined && logs.data?.data.length !== 0 && (
        <SearchEnd searchedTo={searchedTo} state={state} query={query} />
      )}
      {open && <LogPanel row={open} everybody={everybody} onClose={() => setOpen(undefined)} />}
    </>
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
      // All five fit a phone, so that none is cut at its edge.
      sx={{ mb: 1.5, "& .MuiTab-root": { mr: { xs: 1, sm: 2.5 } } }}
    >
      {logTabs.map((type) => (
        <Tab key={type} value={type} label={t(`tabs.${type}`)} />
      ))}
    </Tabs>
  );
}

function Empty({ state, everybody }: { state: LogListState; everybody: boolean }) {
  const { t } = useTranslation("logs");
  return (
    <ListEmpty
      narrowed={state.narrowed}
      narrowedHint={t("empty.filtered_body")}
      onClear={() => state.setFilters({ ...logFilterDefaults, range: anyTime })}
      icon={<ReceiptLongOutlinedIcon />}
      title={t("empty.title")}
      description={t(everybody ? "empty.body_admin" : "empty.body_user")}
      action={
        <Stack sx={{ gap: 1 }}>
          <Button variant="contained" component={Link} to="/panel/token">
            {t("empty.action")}
          </Button>
          <Button onClick={() => state.setFilter("range", anyTime)}>{t("empty.any_time")}</Button>
        </Stack>
      }
    />
  );
}
