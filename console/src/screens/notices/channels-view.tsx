import AddIcon from "@mui/icons-material/Add";
import CampaignOutlinedIcon from "@mui/icons-material/CampaignOutlined";
import DeleteOutlinedIcon from "@mui/icons-material/DeleteOutlined";
import EditOutlinedIcon from "@mui/icons-material/EditOutlined";
import HistoryIcon from "@mui/icons-material/History";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import type { NoticeChannel } from "@tollgate/contract/notices";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useConfirm } from "../../design-system/confirm-dialog/use-confirm";
import { DataTable } from "../../design-system/data-table/data-table";
import type { RowAction } from "../../design-system/data-table/row-action";
import { RowLink } from "../../design-system/data-table/row-link";
import { ListEmpty } from "../../design-system/empty-state/list-empty";
import type { ListFilter } from "../../design-system/list-toolbar/list-filter";
import { ListToolbar } from "../../design-system/list-toolbar/list-toolbar";
import { PageHeader } from "../../design-system/page-header/page-header";
import { ApiError } from "../../lib/api-error";
import { describeError } from "../../lib/describe-error";
import { useLanguage } from "../../lib/i18n/use-language";
import { type ListState, useListState } from "../../lib/list-state";
import { notify } from "../../lib/notifications/notifications";
import {
  type ChannelCellActions,
  channelColumns,
  ChannelSwitch,
  ChannelType,
  LastResult,
} from "./channel-columns";
import { ChannelEditor } from "./channel-editor";
import { NoticeTabs } from "./notice-tabs";
import { channelsQuery, type Kinds, useDeleteChannel, useKinds, usePatchChannel } from "./notices-queries";

/** How the list begins. */
export const channelListOptions = { filters: { type: "" }, defaultSize: 20, defaultOrder: "name" };

type Open = "new" | NoticeChannel | undefined;

/** The ways in which administrators are notified. */
export function ChannelsView() {
  const { t } = useTranslation("notices");
  const state = useListState(channelListOptions);
  const channels = useQuery(channelsQuery(state.query));
  const kinds = useKinds();
  const filters = useTypeFilter(state, kinds);
  const [open, setOpen] = useState<Open>();
  const actions = useCellActions(setOpen);
  const rowActions = useChannelRowActions(setOpen);
  const columns = useMemo(() => channelColumns(t, kinds, actions), [t, kinds, actions]);
  const addButton = (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setOpen("new")}>
      {t("add")}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("subtitle")}
        action={addButton}
        empty={channels.data?.total_count === 0 && !state.narrowed}
      />
      <NoticeTabs />
      <DataTable<NoticeChannel>
        label={t("view.channels")}
        storageName="notice-channels"
        columns={columns}
        rows={channels.data?.data}
        rowId={(channel) => String(channel.id)}
        rowLabel={(channel) => channel.name}
        list={state}
        total={channels.data?.total_count}
        fetching={channels.isFetching}
        error={channels.error ? describeError(channels.error) : undefined}
        onRetry={() => void channels.refetch()}
        toolbar={
          <ListToolbar
            filters={filters}
            onRefresh={() => void channels.refetch()}
            refreshing={channels.isFetching}
          />
        }
        rowActions={rowActions}
        card={(channel) => (
          <Stack sx={{ gap: 1, minWidth: 0 }}>
            <RowLink label={channel.name} onOpen={() => setOpen(channel)} />
            <Box sx={{ typography: "body2", color: "text.secondary" }}>
              <ChannelType kinds={kinds} type={channel.type} />
            </Box>
            <LastResult channel={channel} />
            <ChannelSwitch channel={channel} actions={actions} />
          </Stack>
        )}
        empty={
          <ListEmpty
            narrowed={state.narrowed}
            onClear={state.clear}
            icon={<CampaignOutlinedIcon />}
            title={t("empty.title")}
            description={t("empty.body")}
            action={addButton}
          />
        }
      />
      {open && (
        <ChannelEditor
          channel={open === "new" ? undefined : open}
          kinds={kinds}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

function useTypeFilter(state: ListState<typeof channelListOptions.filters>, kinds: Kinds): ListFilter[] {
  const { t } = useTranslation("notices");
  const { localize } = useLanguage();
  return [
    {
      kind: "select",
      name: "type",
      label: t("columns.type"),
      none: "",
      value: state.filters.type,
      options: [
        { value: "", label: t("filters.all") },
        ...[...kinds.values()].map(({ type, label }) => ({ value: type, label: localize(label) })),
      ],
      onChange: (value) => state.setFilter("type", String(value)),
    },
  ];
}

/** A channel that cannot be enabled yet opens, so that what it lacks can be filled in. */
function useCellActions(open: (next: Open) => void): ChannelCellActions {
  const { mutate } = usePatchChannel();
  return useMemo(
    () => ({
      edit: open,
      toggle: (channel, enable) =>
        mutate(
          { id: channel.id, change: { enable } },
          {
            onError: (error) => {
              if (error instanceof ApiError && error.fields.length > 0) open(channel);
            },
          },
        ),
    }),
    [mutate, open],
  );
}

/** Row actions for one channel; frequent ones are buttons, the rest are in the menu. */
function useChannelRowActions(open: (next: Open) => void) {
  const { t } = useTranslation("notices");
  const confirm = useConfirm();
  const navigate = useNavigate();
  const remove = useDeleteChannel();

  const confirmDelete = async ({ id, name }: NoticeChannel) => {
    const question = { title: t("delete.title", { name }), body: t("delete.body") };
    if (!(await confirm({ ...question, confirmLabel: t("actions.delete"), danger: true }))) return;
    remove.mutate(id, { onSuccess: () => notify.success(t("done.deleted", { name })) });
  };

  return (channel: NoticeChannel): RowAction[] => [
    {
      id: "edit",
      label: t("actions.edit"),
      icon: <EditOutlinedIcon />,
      visible: true,
      run: () => open(channel),
    },
    {
      id: "history",
      label: t("actions.history"),
      icon: <HistoryIcon />,
      run: () => void navigate(`/panel/notice?view=history&channel_id=${channel.id}`),
    },
    {
      id: "delete",
      label: t("actions.delete"),
      icon: <DeleteOutlinedIcon />,
      danger: true,
      run: () => void confirmDelete(channel),
    },
  ];
}
