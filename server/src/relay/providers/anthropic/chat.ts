import { pickCustomParameters } from "../../canonical/custom-parameters.ts";
import { joinUrl } from "../kit/join-url.ts";
import type { ChannelView, ChatCapability } from "../provider.ts";
import { readMessage } from "./from-wire.ts";
import { createMessageStreamReader } from "./stream-reader.ts";
import { chatToWire } from "./to-wire.ts";

/** Chat calls translated to and from the Messages API. */
export const chat: ChatCapability = {
  buildRequest(call, channel) {
    const { body, dropped, betas } = chatToWire(call);
    const { values, overwrite } = pickCustomParameters(channel.customParameters, call.model);
    return {
      method: "POST",
      url: joinUrl(channel.baseUrl, "/v1/messages"),
      headers: {
        "content-type": "application/json",
        accept: call.stream ? "text/event-stream" : "application/json",
        ...authorize(channel, betas),
      },
      body: JSON.stringify(overwrite ? { ...body, ...values } : { ...values, ...body }),
      ...(dropped.length > 0 ? { dropped } : {}),
    };
  },
  readResponse: readMessage,
  streamReader: createMessageStreamReader,
};

const usualVersion = "2023-06-01";

/** Key, version and betas; the channel's own version stands, and its betas are kept beside those that the body needs. */
export function authorize(channel: ChannelView, betas: readonly string[] = []): Record<string, string> {
  const headers: Record<string, string> = {
    "x-api-key": channel.key,
    "anthropic-version": ownHeader(channel, "anthropic-version") ?? usualVersion,
  };
  const own = (ownHeader(channel, "anthropic-beta") ?? "").split(",").map((beta) => beta.trim());
  const all = [...new Set([...own, ...betas])].filter(Boolean);
  if (all.length > 0) headers["anthropic-beta"] = all.join(",");
  return headers;
}

function ownHeader(channel: ChannelView, name: string): string | undefined {
  const found = Object.keys(channel.headers).find((key) => key.toLowerCase() === name);
  return found === undefined ? undefined : channel.headers[found];
}
