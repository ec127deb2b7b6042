import type { QueryClient } from "@tanstack/react-query";
import { startQuery } from "../../lib/list-state";
import { prefetchQuietly } from "../../lib/query-client";
import { channelListOptions, ChannelsView } from "./channels-view";
import { HistoryView } from "./history-view";
import { useNoticeView } from "./notice-tabs";
import { channelsQuery } from "./notices-queries";

/** Fetches what the page asks for first. */
export function prefetchNotices(client: QueryClient): Promise<unknown> {
  return prefetchQuietly(client, channelsQuery(startQuery(channelListOptions)));
}

/** Notice channels for administrators, and the history of sent messages. */
export function NoticesPage() {
  return useNoticeView() === "history" ? <HistoryView /> : <ChannelsView />;
}
