import type { UpstreamTarget } from "./upstream-call.ts";
import type { Route } from "../exchange.ts";
import type { FirstByteTimes } from "./first-byte-times.ts";

/**
 * Seconds after which an idle channel is abandoned while another can take over; undefined: its first-byte timeout
 * applies. A timeout set for the channel itself does not adapt.
 */
export function adaptiveTimeout(
  firstBytes: FirstByteTimes,
  { channel, upstreamModel }: Route,
): number | undefined {
  if (channel.ownFirstByteTimeout) return undefined;
  const seconds = firstBytes.deadline(channel.id, upstreamModel);
  return seconds === undefined || seconds >= channel.firstByteTimeout ? undefined : seconds;
}

/** Time limits and connection of a route. */
export function targetOf({ channel, provider }: Pick<Route, "channel" | "provider">): UpstreamTarget {
  return {
    proxy: channel.proxy,
    hostTrusted: channel.baseUrlTrusted,
    proxyTrusted: channel.proxyTrusted,
    connectTimeout: channel.connectTimeout,
    firstByteTimeout: channel.firstByteTimeout,
    idleTimeout: channel.idleTimeout,
    totalTimeout: channel.totalTimeout,
    local: provider.local,
  };
}
