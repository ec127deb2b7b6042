import { isSwitchedOn } from "../kit/is-switched-on.ts";
import type { ChannelView } from "../provider.ts";

/** True if the channel asks for DashScope's own API. The family's switch for the compatible one stands over ours. */
export function wantsDashScope(channel: ChannelView): boolean {
  return isSwitchedOn(channel, "protocol", "legacy") && !isSwitchedOn(channel, "use_openai_api", "enable");
}

/** True if calls to this model are to search the web (relay contract B1, type 17). */
export function searchesWeb(model: string, channel: ChannelView): boolean {
  return isSwitchedOn(channel, "web_search", "enable") && canSearch.test(model);
}

const canSearch = /^(?:qwen-(?:plus|turbo|max|flash)|qwen3(?:\.\d+)?-(?:max|plus|flash)|qwq-plus)/;

/** Address without what selects the protocol, so that either address of the vendor serves both. */
export function bareAddress(channel: ChannelView): string {
  return channel.baseUrl.replace(/\/+$/, "").replace(/\/(?:compatible-mode(?:\/v1)?|api\/v1)$/, "");
}
