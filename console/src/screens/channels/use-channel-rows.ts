import { useQueries, useQuery } from "@tanstack/react-query";
import type { Channel } from "@tollgate/contract/channels";
import { useCallback, useMemo, useState } from "react";
import { type ChannelListRow, groupRows } from "./channel-rows";
import { taggedChannelsQuery, tagSummariesQuery } from "./channels-queries";

/** The rows of the list: its channels as they are, or with a group for each tag, which opens and closes. */
export function useChannelRows(channels: readonly Channel[] | undefined, grouped: boolean) {
  const [open, setOpen] = useState<readonly string[]>([]);
  const summaries = useQuery({ ...tagSummariesQuery, enabled: grouped });
  const opened = useQueries({
    queries: open.map((tag) => ({ ...taggedChannelsQuery(tag), enabled: grouped })),
    combine: (results) => results.map(({ data }) => data),
  });
  const rows = useMemo((): ChannelListRow[] | undefined => {
    if (!channels || (grouped && !summaries.data)) return undefined;
    if (!grouped) return channels.map((channel) => ({ kind: "channel", channel, inGroup: false }));
    const byTag = new Map(summaries.data?.map((summary) => [summary.tag, summary]));
    const members = open.map((tag, index): [string, readonly Channel[]] => [tag, opened[index] ?? []]);
    return groupRows(channels, byTag, new Map(members));
  }, [channels, grouped, summaries.data, open, opened]);
  const toggle = useCallback(
    (tag: string) =>
      setOpen((before) => (before.includes(tag) ? before.filter((one) => one !== tag) : [...before, tag])),
    [],
  );
  return { rows, toggle };
}
