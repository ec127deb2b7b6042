import type { TagSummary } from "@tollgate/contract/channel-tags";
import type { Channel } from "@tollgate/contract/channels";

/** A row of the list: a channel, or the channels of a tag as a group. */
export type ChannelListRow =
  | { kind: "channel"; channel: Channel; inGroup: boolean }
  | { kind: "tag"; summary: TagSummary; open: boolean };

/** Id of a row; tag ids and channel ids never collide. */
export function rowId(row: ChannelListRow): string {
  return row.kind === "channel" ? String(row.channel.id) : `tag:${row.summary.tag}`;
}

export function rowName(row: ChannelListRow): string {
  return row.kind === "channel" ? row.channel.name : row.summary.tag;
}

/** Ids of every channel that the rows show or sum up, each once. */
export function channelIdsOf(rows: readonly ChannelListRow[]): number[] {
  return [...new Set(rows.flatMap((row) => (row.kind === "channel" ? [row.channel.id] : row.summary.ids)))];
}

/** Names of the models of the chosen channels, sorted. `ids`: of rows. */
export function modelsOf(rows: readonly ChannelListRow[], ids: readonly string[]): string[] {
  const chosen = rows.filter((row) => ids.includes(rowId(row)));
  const names = chosen.flatMap((row) => (row.kind === "channel" ? row.channel.models : []));
  return [...new Set(names)].sort();
}

/**
 * The page of a list that shows one channel for each tag: that channel becomes its tag's group, followed by its members while the group
 * is open.
 */
export function groupRows(
  channels: readonly Channel[],
  summaries: ReadonlyMap<string, TagSummary>,
  members: ReadonlyMap<string, readonly Channel[]>,
): ChannelListRow[] {
  return channels.flatMap((channel): ChannelListRow[] => {
    const summary = channel.tag === "" ? undefined : summaries.get(channel.tag);
    if (!summary) return [{ kind: "channel", channel, inGroup: false }];
    const inside = members.get(summary.tag);
    return [
      { kind: "tag", summary, open: inside !== undefined },
      ...(inside ?? []).map(
        (member): ChannelListRow => ({ kind: "channel", channel: member, inGroup: true }),
      ),
    ];
  });
}
