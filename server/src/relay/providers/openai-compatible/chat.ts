import { pickCustomParameters } from "../../canonical/custom-parameters.ts";
import type { UpstreamProblem } from "../../canonical/problem.ts";
import { joinUrl } from "../kit/join-url.ts";
import { problemFromStatus } from "../kit/problem-from-status.ts";
import type { JsonObject } from "../kit/read-json.ts";
import type { ChannelView, ChatCapability, UpstreamRequest } from "../provider.ts";
import { readChatResponse } from "./from-wire.ts";
import type { CompatibleOptions } from "./options.ts";
import { createChatStreamReader } from "./stream-reader.ts";
import { chatToWire } from "./to-wire.ts";

/** Chat calls translated to and from Chat Completions, with a vendor's differences. */
export function compatibleChat(options: CompatibleOptions = {}): ChatCapability {
  return {
    buildRequest(call, channel) {
      const { body, dropped } = chatToWire(call, options);
      addCustomParameters(body, channel, call.model);
      options.adjustBody?.(body, channel);
      const request = buildChatRequest(options, channel, call.stream, JSON.stringify(body));
      if (dropped.length > 0) request.dropped = dropped;
      return request;
    },
    readResponse: (body) => readChatResponse(body, options),
    streamReader: () => createChatStreamReader(options, readStreamProblem),
  };
}

/** Address and headers of a Chat Completions call around a finished body. */
export function buildChatRequest(
  options: CompatibleOptions,
  channel: ChannelView,
  stream: boolean,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): UpstreamRequest {
  return {
    method: "POST",
    url: joinUrl(channel.baseUrl, options.chatPath?.(channel) ?? "/v1/chat/completions"),
    headers: {
      ...headers,
      "content-type": "application/json",
      accept: stream ? "text/event-stream" : "application/json",
      ...authorizeChannel(options, channel),
    },
    body,
  };
}

/** The vendor's way of naming the key; a bearer token unless it says otherwise. */
export function authorizeChannel(options: CompatibleOptions, channel: ChannelView): Record<string, string> {
  return options.authorize?.(channel) ?? { authorization: `Bearer ${channel.key}` };
}

/** Merges the channel's custom parameters where the call said nothing, or over it if the channel says so (B0). */
export function addCustomParameters(body: JsonObject, channel: ChannelView, model: string): void {
  const { values, overwrite } = pickCustomParameters(channel.customParameters, model);
  for (const [key, value] of Object.entries(values))
    if (overwrite || !Object.hasOwn(body, key)) body[key] = value;
}

function readStreamProblem(data: string): UpstreamProblem {
  return problemFromStatus(200, data, {});
}
