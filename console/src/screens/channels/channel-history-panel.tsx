import type { Channel } from "@tollgate/contract/channels";
import { useTranslation } from "react-i18next";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import { ChannelHistory } from "./channel-history";

/** The timeline of one channel in its own panel, opened from the list. */
export function ChannelHistoryPanel({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const { t } = useTranslation("channels");
  return (
    <SidePanel open title={t("history.title")} subtitle={channel.name} onClose={onClose}>
      <ChannelHistory channelId={channel.id} name={channel.name} />
    </SidePanel>
  );
}
