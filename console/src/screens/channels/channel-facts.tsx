import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { type Channel, channelStatus } from "@tollgate/contract/channels";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../lib/i18n/use-language";
import { ProviderChip } from "../../widgets/provider-chip/provider-chip";
import { ChannelStatus } from "./channel-status";
import { usePatchChannel } from "./channels-queries";
import { endpointNames } from "./endpoint-name";
import { problemWithEvidence } from "./problem-sentence";

interface ChannelFactsProps {
  channel: Channel;
  descriptor: ProviderDescriptor | undefined;
}

/** Provider, status with its reason, and what the last test found, under the channel's name. */
export function ChannelFacts({ channel, descriptor }: ChannelFactsProps) {
  const { t } = useTranslation("channels");
  const { language } = useLanguage();
  const patch = usePatchChannel();
  const { id, status, status_problem, status_reason, unsupported_endpoints: missing } = channel;
  const why = problemWithEvidence(t, status_problem, status_reason);
  const toggle = (on: boolean) =>
    patch.mutate({ id, change: { status: on ? channelStatus.enabled : channelStatus.disabled } });
  return (
    <Stack sx={{ gap: 1.5, mt: 1, alignItems: "flex-start" }}>
      <Stack direction="row" sx={{ alignItems: "center", flexWrap: "wrap", columnGap: 2.5, rowGap: 0.5 }}>
        <ProviderChip type={channel.type} descriptor={descriptor} />
        <ChannelStatus
          channel={channel}
          onToggle={toggle}
          onHistory={() => document.getElementById(historyId)?.scrollIntoView({ block: "nearest" })}
        />
        {channel.tag !== "" && <span>{channel.tag}</span>}
        <span>{channel.group.join(", ")}</span>
        <span>{t("models.count", { count: channel.models.length })}</span>
      </Stack>
      {status === channelStatus.autoDisabled && (
        <Alert severity="warning" sx={{ overflowWrap: "anywhere" }}>
          {why === "" ? t("status.no_reason") : why}
        </Alert>
      )}
      {missing.length > 0 && (
        <Box sx={{ typography: "body2" }}>
          {t("endpoints.note", { endpoints: endpointNames(t, language, missing) })}
        </Box>
      )}
    </Stack>
  );
}

/** The element of the page that holds the channel's timeline. */
export const historyId = "channel-history";
