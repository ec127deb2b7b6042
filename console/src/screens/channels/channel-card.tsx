import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import type { Channel } from "@tollgate/contract/channels";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import { useTranslation } from "react-i18next";
import { ProviderChip } from "../../widgets/provider-chip/provider-chip";
import { ChannelStatus } from "./channel-status";
import { type ChannelCellActions, ChannelName } from "./channels-columns";
import { ResponseChip } from "./response-chip";

interface ChannelCardProps {
  channel: Channel;
  descriptor: ProviderDescriptor | undefined;
  actions: ChannelCellActions;
}

/** A channel on a phone: what it is, whether it works, how fast it answers. */
export function ChannelCard({ channel, descriptor, actions }: ChannelCardProps) {
  const { t } = useTranslation("channels");
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
      <Stack direction="row" sx={{ alignItems: "center", gap: 2 }}>
        <ChannelStatus
          channel={channel}
          onToggle={(enabled) => actions.toggle(channel, enabled)}
          onHistory={() => actions.showHistory(channel)}
        />
        <ResponseChip channel={channel} onTest={() => actions.test(channel)} />
      </Stack>
    </Stack>
  );
}
