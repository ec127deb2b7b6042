import type { ChannelView } from "../provider.ts";

/** True if the channel's option is on; stored channels of the One API family contain booleans or their text. */
export function isSwitchedOn(channel: ChannelView, plugin: string, field: string): boolean {
  const value = channel.plugin[plugin]?.[field];
  return value === true || value === "true";
}
