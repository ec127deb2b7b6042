import { isSwitchedOn } from "../kit/is-switched-on.ts";
import type { ChannelView } from "../provider.ts";

const compatibleAddress = "https://qianfan.baidubce.com";
const olderAddress = "https://aip.baidubce.com";

/**
 * True if the channel asks for the API before v2: by its option, or by a key of two parts, which v2 does not know. The family's switch
 * for the compatible API stands over both (relay contract B1, type 15).
 */
export function wantsOlder(channel: ChannelView): boolean {
  if (isSwitchedOn(channel, "use_openai_api", "enable")) return false;
  return isSwitchedOn(channel, "protocol", "legacy") || channel.key.includes("|");
}

/** The channel with an address that fits its protocol: each one's own stands for the other's. */
export function atItsAddress(channel: ChannelView): ChannelView {
  const wanted = wantsOlder(channel) ? olderAddress : compatibleAddress;
  const other = wanted === olderAddress ? compatibleAddress : olderAddress;
  return channel.baseUrl.startsWith(other) ? { ...channel, baseUrl: wanted } : channel;
}
