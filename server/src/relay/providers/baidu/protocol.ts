import { isSwitchedOn } from "../kit/is-switched-on.ts";
import type { ChannelView } from "../provider.ts";

const compatibleAddress = "https://qianfan.baidubce.com";
const olderAddress = "https://aip.baidubce.com";

/**
 * True if the channel selects the API before v2: by its option, or by a two-part key, which v2 does not accept. The One
 * API option for the compatible API wins over both.
 */
export function selectsOlder(channel: ChannelView): boolean {
  if (isSwitchedOn(channel, "use_openai_api", "enable")) return false;
  return isSwitchedOn(channel, "protocol", "legacy") || channel.key.includes("|");
}

/** The channel with the address of its protocol: the default address of one is replaced by the other's. */
export function atItsAddress(channel: ChannelView): ChannelView {
  const wanted = selectsOlder(channel) ? olderAddress : compatibleAddress;
  const other = wanted === olderAddress ? compatibleAddress : olderAddress;
  return channel.baseUrl.startsWith(other) ? { ...channel, baseUrl: wanted } : channel;
}
