import { isSwitchedOn } from "../kit/is-switched-on.ts";
import type { ChannelView } from "../provider.ts";

/** The three parts of a key `APPID|APISecret|APIKey`; undefined for a password of the HTTP interface. */
export function splitKey(key: string): { appId: string; apiSecret: string; apiKey: string } | undefined {
  const [appId = "", apiSecret = "", apiKey = ""] = key.split("|").map((part) => part.trim());
  return apiKey === "" ? undefined : { appId, apiSecret, apiKey };
}

/** True if the channel selects the websocket, which requires a three-part key. */
export function selectsSocket(channel: ChannelView): boolean {
  return isSwitchedOn(channel, "protocol", "legacy") && splitKey(channel.key) !== undefined;
}
