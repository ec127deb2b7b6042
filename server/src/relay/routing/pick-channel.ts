import type { ChannelTier, SnapshotChannel } from "../../snapshot/relay-snapshot.ts";

/** Reasons that exclude a channel for one exchange. */
export interface ChannelFilter {
  /** Already tried, or not usable for this call. */
  isOut(channelId: number): boolean;
  hasTools: boolean;
  streams: boolean;
  model: string;
  /** True while the channel is cooling down for this model. */
  isCoolingDown(channel: SnapshotChannel): boolean;
  /** Last failure of the channel's best key with the model; milliseconds, 0: never. */
  failedAt(channel: SnapshotChannel): number;
}

/**
 * Highest priority first; within one priority the preferred channel if it is healthy, else at random by weight.
 * Channels in cooldown are chosen last, the oldest failure first: trying a lone channel is better than rejecting.
 * `random` returns [0, 1).
 */
export function pickChannel(
  tiers: readonly ChannelTier[],
  filter: ChannelFilter,
  random: () => number,
  preferred?: number,
): SnapshotChannel | undefined {
  return pickFrom(tiers, filter, random, preferred) ?? pickLongestAgo(tiers, filter);
}

function pickLongestAgo(tiers: readonly ChannelTier[], filter: ChannelFilter): SnapshotChannel | undefined {
  let best: SnapshotChannel | undefined;
  for (const tier of tiers)
    for (const channel of tier.channels)
      if (fits(channel, filter, true) && (!best || filter.failedAt(channel) < filter.failedAt(best)))
        best = channel;
  return best;
}

function pickFrom(
  tiers: readonly ChannelTier[],
  filter: ChannelFilter,
  random: () => number,
  preferred: number | undefined,
): SnapshotChannel | undefined {
  for (const tier of tiers) {
    let total = 0;
    for (const channel of tier.channels) {
      if (!fits(channel, filter, false)) continue;
      if (channel.id === preferred) return channel;
      total += channel.weight;
    }
    if (total === 0) continue;
    let mark = random() * total;
    let last: SnapshotChannel | undefined;
    for (const channel of tier.channels) {
      if (!fits(channel, filter, false)) continue;
      last = channel;
      mark -= channel.weight;
      if (mark < 0) break;
    }
    return last;
  }
  return undefined;
}

/** True if the channel fits the exchange and is not cooling down. */
export function isReady(channel: SnapshotChannel, filter: ChannelFilter): boolean {
  return fits(channel, filter, false);
}

function fits(channel: SnapshotChannel, filter: ChannelFilter, evenCoolingDown: boolean): boolean {
  if (filter.isOut(channel.id)) return false;
  if (channel.onlyChat && filter.hasTools) return false;
  if (filter.streams && channel.disabledStream.has(filter.model)) return false;
  return evenCoolingDown || !filter.isCoolingDown(channel);
}
