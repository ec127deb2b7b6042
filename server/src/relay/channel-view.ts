import type { SnapshotChannel } from "../snapshot/relay-snapshot.ts";
import type { ProbeTarget } from "./probe-channel.ts";
import type { ChannelView, Provider } from "./providers/provider.ts";

/** What an adapter may know of a channel, with one of its keys. */
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
  };
}

/** Uses the keys of each channel in turn. Views are made once per snapshot and key. */
export function createKeyRotation(): (channel: SnapshotChannel, provider: Provider) => ChannelView {
  const views = new WeakMap<SnapshotChannel, { list: ChannelView[]; next: number }>();
  return (channel, provider) => {
    let rotation = views.get(channel);
    if (!rotation) {
      rotation = { list: channel.keys.map((key) => viewChannel(channel, provider, key)), next: 0 };
      views.set(channel, rotation);
    }
    const view = rotation.list[rotation.next % rotation.list.length];
    rotation.next = (rotation.next + 1) % rotation.list.length;
    if (!view) throw new Error(`channel ${channel.id} has no key`);
    return view;
  };
}
