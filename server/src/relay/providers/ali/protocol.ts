import { isSwitchedOn } from "../kit/is-switched-on.ts";
import type { ChannelView } from "../provider.ts";

/** True if the channel selects DashScope's own API. The One API option for the compatible API wins. */
export function selectsDashScope(channel: ChannelView): boolean {
  return isSwitchedOn(channel, "protocol", "legacy") && !isSwitchedOn(channel, "use_openai_api", "enable");
}

/** True if the channel enables web search for this model. */
export function searchesWeb(model: string, channel: ChannelView): boolean {
  return isSwitchedOn(channel, "web_search", "enable") && canSearch.test(model);
}

const canSearch = /^(?:qwen-(?:plus|turbo|max|flash)|qwen3(?:\.\d+)?-(?:max|plus|flash)|qwq-plus)/;

/** Base URL without the protocol's path, so that either address of the vendor serves both. */
export function bareAddress(channel: ChannelView): string {
  return channel.baseUrl.replace(/\/+$/, "").replace(/\/(?:compatible-mode(?:\/v1)?|api\/v1)$/, "");
}
