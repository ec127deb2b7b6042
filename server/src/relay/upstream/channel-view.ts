import type { SnapshotChannel } from "../../snapshot/relay-snapshot.ts";
import type { ChannelViews } from "../exchange.ts";
import type { FormatId } from "../format-ids.ts";
import type { ProbeTarget } from "./probe-target.ts";
import type { ChannelView, Provider } from "../providers/provider.ts";

/** The part of a channel that adapters see, with one of its keys. */
export function viewChannel(
  channel: SnapshotChannel | ProbeTarget,
  provider: Provider,
  key: string,
): ChannelView {
  return {
    baseUrl: (channel.baseUrl || (provider.descriptor.defaultBaseUrl ?? "")).replace(/\/+$/, ""),
    key,
    headers: { ...channel.headers },
    other: channel.other,
    plugin: { ...channel.plugin },
    customParameters: { ...channel.customParameters },
    ...(channel.unsupportedEndpoints && {
      // Only `noteUnsupported` writes it, from format ids.
      unsupported: channel.unsupportedEndpoints as ReadonlySet<FormatId>,
    }),
  };
}

/** Views are created once per snapshot. `onChange` is called for a channel whose keys or address have changed. */
export function createChannelViews(onChange: (channelId: number) => void): ChannelViews {
  const seen = new Map<number, { keys: readonly string[]; baseUrl: string }>();
  const known = new WeakMap<SnapshotChannel, { list: ChannelView[]; next: number }>();
  const entryOf = (channel: SnapshotChannel): { list: ChannelView[]; next: number } => {
    let entry = known.get(channel);
    if (!entry) {
      known.set(channel, (entry = { list: [], next: 0 }));
      const { id, keys, baseUrl } = channel;
      const before = seen.get(id);
      seen.set(id, { keys, baseUrl });
      if (before && (before.baseUrl !== baseUrl || before.keys.join("\n") !== keys.join("\n"))) onChange(id);
    }
    return entry;
  };
  return {
    view(channel, provider, keyIndex) {
      const { list } = entryOf(channel);
      return (list[keyIndex] ??= viewChannel(channel, provider, channel.keys[keyIndex] ?? ""));
    },
    nextKey(channel) {
      const entry = entryOf(channel);
      const { next } = entry;
      entry.next = (next + 1) % channel.keys.length;
      return next;
    },
  };
}
