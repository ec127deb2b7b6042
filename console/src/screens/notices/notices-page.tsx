import { ChannelsView } from "./channels-view";
import { HistoryView } from "./history-view";
import { useNoticeView } from "./notice-tabs";

/** Notice channels for administrators, and the history of sent messages. */
export function NoticesPage() {
  return useNoticeView() === "history" ? <HistoryView /> : <ChannelsView />;
}
