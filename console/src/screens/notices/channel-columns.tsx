import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { noticeEvents } from "@tollgate/contract/notice-events";
import type { NoticeChannel } from "@tollgate/contract/notices";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { DataColumn } from "../../design-system/data-table/data-column";
import { RowLink } from "../../design-system/data-table/row-link";
import { StatusChip } from "../../design-system/status-chip/status-chip";
import { TimeText } from "../../design-system/time-text/time-text";
import { useLanguage } from "../../lib/i18n/use-language";
import type { Kinds } from "./notices-queries";
import { reasonText } from "./reason-text";

/** Actions of the list's cells, implemented by the page. */
export interface ChannelCellActions {
  edit: (channel: NoticeChannel) => void;
  toggle: (channel: NoticeChannel, enable: boolean) => void;
}

/** Columns of the channel list. */
export function channelColumns(
  t: TFunction<"notices">,
  kinds: Kinds,
  actions: ChannelCellActions,
): DataColumn<NoticeChannel>[] {
  return [
    {
      id: "name",
      header: t("columns.name"),
      enableSorting: true,
      enableHiding: false,
      meta: { content: 90, minWidth: 120 },
      cell: ({ row }) => <RowLink label={row.original.name} onOpen={() => actions.edit(row.original)} />,
    },
    {
      id: "type",
      header: t("columns.type"),
      enableSorting: true,
      meta: { content: 100, leaves: 4, minWidth: 120 },
      cell: ({ row }) => <ChannelType kinds={kinds} type={row.original.type} />,
    },
    {
      id: "events",
      header: t("columns.events"),
      meta: { content: 400, leaves: 2, minWidth: 120 },
      cell: ({ row }) => <EventNames channel={row.original} />,
    },
    {
      id: "last_result",
      header: t("columns.last_result"),
      meta: { content: 130, leaves: 5, minWidth: 150 },
      cell: ({ row }) => <LastResult channel={row.original} />,
    },
    {
      id: "last_sent_time",
      header: t("columns.last_sent"),
      enableSorting: true,
      meta: { leaves: 3 },
      cell: ({ row }) => <TimeText value={row.original.last_sent_time} relative />,
    },
    {
      id: "waiting",
      header: t("columns.waiting"),
      meta: { leaves: 1, numeric: true },
      accessorFn: ({ waiting }) => waiting,
    },
    {
      id: "enable",
      header: t("columns.enable"),
      enableSorting: true,
      meta: { content: 92 },
      cell: ({ row }) => <ChannelSwitch channel={row.original} actions={actions} />,
    },
  ];
}

/** A kind by name; the stored word where no kind has it. */
export function ChannelType({ kinds, type }: { kinds: Kinds; type: string }) {
  const { localize } = useLanguage();
  const kind = kinds.get(type);
  return <>{kind ? localize(kind.label) : type}</>;
}

function EventNames({ channel }: { channel: NoticeChannel }) {
  const { t } = useTranslation("notices");
  const { length } = channel.events;
  if (length === 0) return <>—</>;
  const names = channel.events.map((event) => t(`event.${event}`)).join(t("list_separator"));
  return (
    <Typography variant="body2" noWrap title={names} component="span" sx={{ display: "block" }}>
      {length === noticeEvents.length ? t("events.every") : names}
    </Typography>
  );
}

/** Whether the last try succeeded, and why not. */
export function LastResult({ channel }: { channel: NoticeChannel }) {
  const { t } = useTranslation("notices");
  const { last_error: reason, last_sent_time: time } = channel;
  if (reason === "" && time === 0)
    return (
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {t("result.none")}
      </Typography>
    );
  if (reason === "")
    return (
      <Box sx={{ display: "flex" }}>
        <StatusChip tone="success" label={t("result.sent")} />
      </Box>
    );
  return (
    <Stack
      direction="row"
      sx={{ alignItems: "center", gap: 1, minWidth: 0, flexWrap: { xs: "wrap", sm: "nowrap" } }}
    >
      <StatusChip tone="error" label={t("result.failed")} hint={reason} />
      <Typography variant="body2" title={reason} sx={reasonText}>
        {reason}
      </Typography>
    </Stack>
  );
}

/** Switch and word: whether messages are sent over the channel. */
export function ChannelSwitch({ channel, actions }: { channel: NoticeChannel; actions: ChannelCellActions }) {
  const { t } = useTranslation("notices");
  return (
    <Stack direction="row" sx={{ alignItems: "center", gap: 1, whiteSpace: "nowrap" }}>
      <Switch
        checked={channel.enable}
        onChange={(event) => actions.toggle(channel, event.target.checked)}
        slotProps={{ input: { "aria-label": t("toggle", { name: channel.name }) } }}
      />
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {t(channel.enable ? "enabled" : "disabled")}
      </Typography>
    </Stack>
  );
}
