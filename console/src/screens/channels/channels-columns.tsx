import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import type { Channel } from "@tollgate/contract/channels";
import type { TagSummary } from "@tollgate/contract/channel-tags";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import type { DataColumn } from "../../design-system/data-table/data-column";
import { RowLink } from "../../design-system/data-table/row-link";
import { TimeText } from "../../design-system/time-text/time-text";
import { ProviderChip } from "../../widgets/provider-chip/provider-chip";
import { QuotaText } from "../../widgets/quota-text/quota-text";
import { ChannelBalance } from "./channel-balance";
import type { ChannelListRow } from "./channel-rows";
import { ChannelStatus } from "./channel-status";
import { HealthCell } from "./health-cell";
import { InlineNumber } from "../../design-system/inline-number/inline-number";
import { ModelsPopover } from "./models-popover";
import { ResponseChip } from "./response-chip";
import { SandboxMark } from "./sandbox-chip";
import { TagName, TagStatus } from "./tag-cells";

/** Actions of the list's cells, implemented by the page. */
export interface ChannelCellActions {
  edit: (channel: Channel) => void;
  toggle: (channel: Channel, enabled: boolean) => void;
  setNumber: (channel: Channel, field: "priority" | "weight", value: number) => void;
  test: (channel: Channel) => void;
  testModel: (channel: Channel, model: string) => void;
  showHistory: (channel: Channel) => void;
  toggleTag: (tag: string) => void;
  setTagPriority: (tag: string, priority: number) => void;
}

export type DescriptorMap = ReadonlyMap<number, ProviderDescriptor>;

/** A cell for channels, and its content for a tag. */
function cellOf(
  channel: (channel: Channel) => ReactNode,
  tag: (summary: TagSummary, open: boolean) => ReactNode = () => null,
): NonNullable<DataColumn<ChannelListRow>["cell"]> {
  return ({ row: { original: row } }) =>
    row.kind === "channel" ? channel(row.channel) : tag(row.summary, row.open);
}

/** Columns of the channel list. */
export function channelColumns(
  t: TFunction<"channels">,
  descriptors: DescriptorMap,
  actions: ChannelCellActions,
): DataColumn<ChannelListRow>[] {
  return [
    {
      id: "id",
      header: t("columns.id"),
      enableSorting: true,
      meta: { leaves: 1, numeric: true, hiddenAtFirst: true },
      cell: cellOf((channel) => channel.id),
    },
    {
      id: "name",
      header: t("columns.name"),
      enableSorting: true,
      enableHiding: false,
      meta: { content: 175, minWidth: 150 },
      cell: ({ row: { original: row } }) =>
        row.kind === "tag" ? (
          <TagName
            summary={row.summary}
            open={row.open}
            onToggle={() => actions.toggleTag(row.summary.tag)}
          />
        ) : (
          <Box sx={{ pl: row.inGroup ? 3 : 0, minWidth: 0 }}>
            <ChannelName
              channel={row.channel}
              descriptor={descriptors.get(row.channel.type)}
              hidesTag={row.inGroup}
              onEdit={actions.edit}
            />
          </Box>
        ),
    },
    {
      id: "type",
      header: t("columns.type"),
      enableSorting: true,
      meta: { content: 132, leaves: 6, minWidth: 150 },
      cell: cellOf((channel) => (
        <Box sx={{ lineHeight: "16px", minWidth: 0 }}>
          <ProviderChip type={channel.type} descriptor={descriptors.get(channel.type)} />
          <Stack direction="row" sx={{ gap: 1, minWidth: 0, color: "text.secondary" }}>
            <ModelsPopover models={channel.models} onTest={(model) => actions.testModel(channel, model)} />
            <GroupNames groups={channel.group} />
          </Stack>
        </Box>
      )),
    },
    {
      id: "status",
      header: t("columns.status"),
      enableSorting: true,
      meta: { content: 149 },
      cell: cellOf(
        (channel) => (
          <ChannelStatus
            channel={channel}
            onToggle={(enabled) => actions.toggle(channel, enabled)}
            onHistory={() => actions.showHistory(channel)}
          />
        ),
        (summary) => <TagStatus summary={summary} />,
      ),
    },
    {
      id: "health",
      header: t("columns.health"),
      meta: { content: 73, leaves: 8 },
      cell: cellOf(
        ({ id, name }) => <HealthCell ids={[id]} name={name} href={`/panel/channel/${id}`} />,
        ({ ids, tag }) => <HealthCell ids={ids} name={tag} />,
      ),
    },
    {
      id: "response_time",
      header: t("columns.response_time"),
      enableSorting: true,
      meta: { content: 86, leaves: 7 },
      cell: cellOf((channel) => <ResponseChip channel={channel} onTest={() => actions.test(channel)} />),
    },
    {
      id: "used_quota",
      header: t("columns.used_quota"),
      enableSorting: true,
      meta: { content: 77, numeric: true },
      cell: cellOf(
        (channel) => {
          const descriptor = descriptors.get(channel.type);
          return (
            <Box sx={{ lineHeight: "16px" }}>
              <QuotaText value={channel.used_quota} />
              {descriptor?.canReadBalance && (
                <div>
                  <ChannelBalance channel={channel} descriptor={descriptor} small />
                </div>
              )}
            </Box>
          );
        },
        (summary) => <QuotaText value={summary.used_quota} />,
      ),
    },
    {
      id: "balance",
      header: t("columns.balance"),
      enableSorting: true,
      meta: { leaves: 1, numeric: true, hiddenAtFirst: true },
      cell: cellOf((channel) => (
        <ChannelBalance channel={channel} descriptor={descriptors.get(channel.type)} />
      )),
    },
    ...(["priority", "weight"] as const).map(
      (field): DataColumn<ChannelListRow> => ({
        id: field,
        header: t(`columns.${field}`),
        enableSorting: true,
        meta: { leaves: field === "weight" ? 2 : 3, numeric: true },
        cell: cellOf(
          (channel) => (
            <InlineNumber
              value={channel[field]}
              min={field === "weight" ? 1 : 0}
              max={1_000_000}
              label={t(`inline.${field}`, { name: channel.name })}
              onSave={(value) => actions.setNumber(channel, field, value)}
            />
          ),
          ({ tag, priority_min: lowest, priority_max: highest }) =>
            field === "priority" && (
              <InlineNumber
                value={lowest === highest ? highest : undefined}
                placeholder={`${lowest}–${highest}`}
                min={0}
                max={1_000_000}
                label={t("inline.priority", { name: tag })}
                onSave={(value) => actions.setTagPriority(tag, value)}
              />
            ),
        ),
      }),
    ),
    {
      id: "tag",
      header: t("columns.tag"),
      meta: { leaves: 1, minWidth: 80, hiddenAtFirst: true },
      cell: cellOf(({ tag }) => tag),
    },
    {
      id: "test_model",
      header: t("columns.test_model"),
      meta: { leaves: 1, minWidth: 110, hiddenAtFirst: true },
      cell: cellOf(({ test_model }) => test_model),
    },
    {
      id: "created_time",
      header: t("columns.created_time"),
      enableSorting: true,
      meta: { leaves: 1, hiddenAtFirst: true },
      cell: cellOf((channel) => <TimeText value={channel.created_time} />),
    },
  ];
}

interface ChannelNameProps {
  channel: Channel;
  descriptor: ProviderDescriptor | undefined;
  /** Hidden inside a group, whose row shows the tag. */
  hidesTag?: boolean;
  onEdit: (channel: Channel) => void;
}

/** Name that opens the editor, with the sandbox mark beside and the tag under it. */
export function ChannelName({ channel, descriptor, hidesTag = false, onEdit }: ChannelNameProps) {
  return (
    <Box sx={{ minWidth: 0, lineHeight: "16px" }}>
      <Stack direction="row" sx={{ alignItems: "center", gap: 1, minWidth: 0 }}>
        <RowLink label={channel.name} onOpen={() => onEdit(channel)} />
        {descriptor?.sandbox && <SandboxMark />}
      </Stack>
      {channel.tag !== "" && !hidesTag && (
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
