import type { ChannelTier, SnapshotChannel } from "../../snapshot/relay-snapshot.ts";

/** What rules a channel out for one exchange. */
export interface ChannelFilter {
  tried: ReadonlySet<number>;
  hasTools: boolean;
  streams: boolean;
  model: string;
  /** True while the channel rests after failures with this model. */
  isCooling(channelId: number): boolean;
}

/**
 * Highest priority first, within one priority at random by weight. Channels that rest are chosen only when nobody else is
 * left: a lone channel is better tried than refused. `random` gives [0, 1).
 */
export function pickChannel(
  tiers: readonly ChannelTier[],
  filter: ChannelFilter,
  random: () => number,
): SnapshotChannel | undefined {
  return pickFrom(tiers, filter, false, random) ?? pickFrom(tiers, filter, true, random);
}

function pickFrom(
  tiers: readonly ChannelTier[],
  filter: ChannelFilter,
  evenCooling: boolean,
  random: () => number,
): SnapshotChannel | undefined {
  for (const tier of tiers) {
    let total = 0;
    for (const channel of tier.channels) if (fits(channel, filter, evenCooling)) total += channel.weight;
    if (total === 0) continue;
    let mark = random() * total;
    let last: SnapshotChannel | undefined;
    for (const channel of tier.channels) {
      if (!fits(channel, filter, evenCooling)) continue;
      last = channel;
      mark -= channel.weight;
      if (mark < 0) break;
    }
    return last;
  }
  return undefined;
}

function fits(channel: SnapshotChannel, filter: ChannelFilter, evenCooling: boolean): boolean {
  if (filter.tried.has(channel.id)) return false;
  if (channel.onlyChat && filter.hasTools) return false;
  if (filter.streams && channel.disabledStream.has(filter.model)) return false;
  return evenCooling || !filter.isCooling(channel.id);
}
