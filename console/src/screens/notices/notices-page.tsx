import { ChannelsView } from "./channels-view";
import { HistoryView } from "./history-view";
import { useNoticeView } from "./notice-tabs";

/** How administrators are told what happened, and what was sent. */
export function NoticesPage() {
  return useNoticeView() === "history" ? <HistoryView /> : <ChannelsView />;
}
