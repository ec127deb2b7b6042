import HistoryIcon from "@mui/icons-material/History";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import { type NoticeEvent, noticeEvents } from "@tollgate/contract/notice-events";
import { type Notice, type NoticeStatus as Status, noticeStatuses } from "@tollgate/contract/notices";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../design-system/data-table/data-table";
import { ListEmpty } from "../../design-system/empty-state/list-empty";
import type { ListFilter } from "../../design-system/list-toolbar/list-filter";
import { ListToolbar } from "../../design-system/list-toolbar/list-toolbar";
import { PageHeader } from "../../design-system/page-header/page-header";
import { TimeText } from "../../design-system/time-text/time-text";
import { describeError } from "../../lib/describe-error";
import { type ListState, useListState } from "../../lib/list-state";
import { historyColumns, NoticeStatus } from "./history-columns";
import { NoticeTabs } from "./notice-tabs";
import { allChannelsQuery, historyQuery } from "./notices-queries";

const filterDefaults = { channel_id: 0, event: "", status: "" };
type HistoryState = ListState<typeof filterDefaults>;

const isEvent = (word: string): word is NoticeEvent => noticeEvents.includes(word as never);
const isStatus = (word: string): word is Status => noticeStatuses.includes(word as never);

/** Every message of thirty days with what became of it. */
export function HistoryView() {
  const { t } = useTranslation("notices");
  const state = useListState({ filters: filterDefaults, defaultSize: 20, defaultOrder: "-id" });
  const { event, status, ...rest } = state.query;
  const history = useQuery(
    historyQuery({ ...rest, event: isEvent(event) ? event : "", status: isStatus(status) ? status : "" }),
  );
  const filters = useHistoryFilters(state);
  const columns = useMemo(() => historyColumns(t), [t]);
  return (
    <>
      <PageHeader title={t("title")} description={t("subtitle")} />
      <NoticeTabs />
      <DataTable<Notice>
        label={t("view.history")}
        storageName="notice-history"
        columns={columns}
        rows={history.data?.data}
        rowId={(notice) => String(notice.id)}
        rowLabel={(notice) => t(`event.${notice.event}`)}
        list={state}
        total={history.data?.total_count}
        fetching={history.isFetching}
        error={history.error ? describeError(history.error) : undefined}
        onRetry={() => void history.refetch()}
        toolbar={
          <ListToolbar
            filters={filters}
            onRefresh={() => void history.refetch()}
            refreshing={history.isFetching}
          />
        }
        card={(notice) => <NoticeCard notice={notice} />}
        empty={
          <ListEmpty
            narrowed={state.narrowed}
            onClear={state.clear}
            icon={<HistoryIcon />}
            title={t("history_empty.title")}
            description={t("history_empty.body")}
          />
        }
      />
    </>
  );
}

/** A message on a phone: what it is about, over which channel, what became of it. */
function NoticeCard({ notice }: { notice: Notice }) {
  const { t } = useTranslation("notices");
  const times = notice.count > 1 ? ` ×${notice.count}` : "";
  return (
    <Stack sx={{ gap: 1, minWidth: 0 }}>
      <Stack direction="row" sx={{ justifyContent: "space-between", gap: 1.5 }}>
        <Box component="span" sx={{ fontWeight: 500 }}>{`${t(`event.${notice.event}`)}${times}`}</Box>
        <Box component="span" sx={{ typography: "body2", color: "text.secondary" }}>
          <TimeText value={notice.created_time} relative />
        </Box>
      </Stack>
      <Box sx={{ typography: "body2", overflowWrap: "anywhere" }}>
        {[notice.channel_name, notice.label].filter(Boolean).join(" · ")}
      </Box>
      <NoticeStatus notice={notice} />
    </Stack>
  );
}

function useHistoryFilters({ filters, setFilter }: HistoryState): ListFilter[] {
  const { t } = useTranslation("notices");
  const { data: channels } = useQuery(allChannelsQuery);
  const all = (value: string | number) => ({ value, label: t("filters.all") });
  return [
    {
      kind: "select",
      name: "channel_id",
      label: t("columns.channel"),
      none: 0,
      value: filters.channel_id,
      options: [all(0), ...(channels?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))],
      onChange: (value) => setFilter("channel_id", Number(value)),
    },
    {
      kind: "select",
      name: "event",
      label: t("columns.event"),
      none: "",
      value: filters.event,
      options: [all(""), ...noticeEvents.map((value) => ({ value, label: t(`event.${value}`) }))],
      onChange: (value) => setFilter("event", String(value)),
    },
    {
      kind: "select",
      name: "status",
      label: t("columns.status"),
      none: "",
      value: filters.status,
      options: [all(""), ...noticeStatuses.map((value) => ({ value, label: t(`status.${value}`) }))],
      onChange: (value) => setFilter("status", String(value)),
    },
  ];
}
