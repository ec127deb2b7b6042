import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import type { Channel } from "@tollgate/contract/channels";
import { useTranslation } from "react-i18next";
import { ProviderChip } from "../../widgets/provider-chip/provider-chip";
import { ChannelStatus } from "./channel-status";
import type { ChannelListRow } from "./channel-rows";
import { type ChannelCellActions, ChannelName, type DescriptorMap } from "./channels-columns";
import { HealthCell } from "./health-cell";
import { ResponseChip } from "./response-chip";
import { TagName, TagStatus } from "./tag-cells";

interface ChannelCardProps {
  row: ChannelListRow;
  descriptors: DescriptorMap;
  actions: ChannelCellActions;
}

/** A row on a phone: a channel, or the channels of a tag. */
export function ChannelCard({ row, descriptors, actions }: ChannelCardProps) {
  if (row.kind === "channel")
    return <OneChannel channel={row.channel} descriptors={descriptors} actions={actions} />;
  const { summary, open } = row;
  return (
    <Stack sx={{ gap: 1 }}>
      <TagName summary={summary} open={open} onToggle={() => actions.toggleTag(summary.tag)} />
      <TagStatus summary={summary} />
      <HealthCell ids={summary.ids} name={summary.tag} />
    </Stack>
  );
}

interface OneChannelProps extends Omit<ChannelCardProps, "row"> {
  channel: Channel;
}

/** What it is, whether it works, how fast it answers. */
function OneChannel({ channel, descriptors, actions }: OneChannelProps) {
  const { t } = useTranslation("channels");
  const descriptor = descriptors.get(channel.type);
  return (
    <Stack sx={{ gap: 1 }}>
      <ChannelName channel={channel} descriptor={descriptor} onEdit={actions.edit} />
      <Stack
        direction="row"
        sx={{ alignItems: "center", gap: 1, color: "text.secondary", typography: "body2" }}
      >
        <ProviderChip type={channel.type} descriptor={descriptor} />
        <Box component="span" sx={{ whiteSpace: "nowrap" }}>
          {t("models.count", { count: channel.models.length })}
        </Box>
      </Stack>
      <Stack direction="row" sx={{ alignItems: "center", flexWrap: "wrap", columnGap: 2, rowGap: 1 }}>
        <ChannelStatus
          channel={channel}
          onToggle={(enabled) => actions.toggle(channel, enabled)}
          onHistory={() => actions.showHistory(channel)}
        />
      </Stack>
      <Stack direction="row" sx={{ alignItems: "center", columnGap: 2 }}>
        <HealthCell ids={[channel.id]} name={channel.name} href={`/panel/channel/${channel.id}`} />
        <ResponseChip channel={channel} onTest={() => actions.test(channel)} />
      </Stack>
    </Stack>
  );
}
