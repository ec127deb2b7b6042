import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import type { Channel } from "@tollgate/contract/channels";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import type { TFunction } from "i18next";
import type { DataColumn } from "../../design-system/data-table/data-column";
import { RowLink } from "../../design-system/data-table/row-link";
import { TimeText } from "../../design-system/time-text/time-text";
import { ProviderChip } from "../../widgets/provider-chip/provider-chip";
import { QuotaText } from "../../widgets/quota-text/quota-text";
import { ChannelBalance } from "./channel-balance";
import { ChannelStatus } from "./channel-status";
import { InlineNumber } from "./inline-number";
import { ModelsPopover } from "./models-popover";
import { ResponseChip } from "./response-chip";
import { SandboxMark } from "./sandbox-chip";

/** What the list's cells can do; the page says how. */
export interface ChannelCellActions {
  edit: (channel: Channel) => void;
  toggle: (channel: Channel, enabled: boolean) => void;
  setNumber: (channel: Channel, field: "priority" | "weight", value: number) => void;
  test: (channel: Channel) => void;
  testModel: (channel: Channel, model: string) => void;
  showHistory: (channel: Channel) => void;
}

export type DescriptorMap = ReadonlyMap<number, ProviderDescriptor>;

/** What a row of the channel list shows. */
export function channelColumns(
  t: TFunction<"channels">,
  descriptors: DescriptorMap,
  actions: ChannelCellActions,
): DataColumn<Channel>[] {
  return [
    {
      id: "name",
      header: t("columns.name"),
      enableSorting: true,
      enableHiding: false,
      meta: { minWidth: 150 },
      cell: ({ row: { original: channel } }) => (
        <ChannelName channel={channel} descriptor={descriptors.get(channel.type)} onEdit={actions.edit} />
      ),
    },
    {
      id: "type",
      header: t("columns.type"),
      enableSorting: true,
      meta: { leaves: 6, minWidth: 110 },
      cell: ({ row }) => (
        <ProviderChip type={row.original.type} descriptor={descriptors.get(row.original.type)} />
      ),
    },
    {
      id: "serves",
      header: t("columns.serves"),
      meta: { leaves: 5 },
      cell: ({ row: { original: channel } }) => (
        <Box sx={{ lineHeight: "16px" }}>
          <ModelsPopover models={channel.models} onTest={(model) => actions.testModel(channel, model)} />
          <GroupNames groups={channel.group} />
        </Box>
      ),
    },
    {
      id: "status",
      header: t("columns.status"),
      enableSorting: true,
      cell: ({ row: { original: channel } }) => (
        <ChannelStatus
          channel={channel}
          onToggle={(enabled) => actions.toggle(channel, enabled)}
          onHistory={() => actions.showHistory(channel)}
        />
      ),
    },
    {
      id: "response_time",
      header: t("columns.response_time"),
      enableSorting: true,
      meta: { leaves: 7 },
      cell: ({ row: { original: channel } }) => (
        <ResponseChip channel={channel} onTest={() => actions.test(channel)} />
      ),
    },
    {
      id: "used_quota",
      header: t("columns.used_quota"),
      enableSorting: true,
      meta: { numeric: true },
      cell: ({ row }) => <QuotaText value={row.original.used_quota} />,
    },
    {
      id: "balance",
      header: t("columns.balance"),
      enableSorting: true,
      meta: { leaves: 4, numeric: true },
      cell: ({ row: { original: channel } }) => (
        <ChannelBalance channel={channel} descriptor={descriptors.get(channel.type)} />
      ),
    },
    ...(["priority", "weight"] as const).map(
      (field): DataColumn<Channel> => ({
        id: field,
        header: t(`columns.${field}`),
        enableSorting: true,
        meta: { leaves: field === "weight" ? 2 : 3, numeric: true },
        cell: ({ row: { original: channel } }) => (
          <InlineNumber
            value={channel[field]}
            min={field === "weight" ? 1 : 0}
            max={1_000_000}
            label={t(`inline.${field}`, { name: channel.name })}
            onSave={(value) => actions.setNumber(channel, field, value)}
          />
        ),
      }),
    ),
    {
      id: "created_time",
      header: t("columns.created_time"),
      enableSorting: true,
      meta: { leaves: 1, hiddenAtFirst: true },
      cell: ({ row }) => <TimeText value={row.original.created_time} />,
    },
  ];
}

interface ChannelNameProps {
  channel: Channel;
  descriptor: ProviderDescriptor | undefined;
  onEdit: (channel: Channel) => void;
}

/** Name that opens the editor, with the sandbox mark beside and the tag under it. */
export function ChannelName({ channel, descriptor, onEdit }: ChannelNameProps) {
  return (
    <Box sx={{ minWidth: 0, lineHeight: "16px" }}>
      <Stack direction="row" sx={{ alignItems: "center", gap: 1, minWidth: 0 }}>
        <RowLink label={channel.name} onOpen={() => onEdit(channel)} />
        {descriptor?.sandbox && <SandboxMark />}
      </Stack>
      {channel.tag !== "" && (
        <Typography variant="caption" component="div" noWrap sx={{ color: "text.secondary" }}>
          {channel.tag}
        </Typography>
      )}
    </Box>
  );
}

function GroupNames({ groups }: { groups: string[] }) {
  const [first, ...others] = groups;
  return (
    <Tooltip title={others.length > 0 ? groups.join(", ") : ""}>
      <Typography variant="caption" component="div" noWrap sx={{ color: "text.secondary", maxWidth: 120 }}>
        {first}
        {others.length > 0 && ` +${others.length}`}
      </Typography>
    </Tooltip>
  );
}
