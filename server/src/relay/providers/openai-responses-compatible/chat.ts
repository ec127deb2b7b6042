import { pickCustomParameters, removeParameters } from "../../canonical/custom-parameters.ts";
import type { FormatId } from "../../format-ids.ts";
import { joinUrl } from "../kit/join-url.ts";
import type { JsonObject } from "../kit/read-json.ts";
import type { ChannelView, ChatCapability, UpstreamRequest } from "../provider.ts";
import { readResponse } from "./from-wire.ts";
import type { ResponsesOptions } from "./options.ts";
import { createResponseStreamReader } from "./stream-reader.ts";
import { chatToWire } from "./to-wire.ts";

/** Chat calls translated to and from Responses, with a vendor's differences. */
export function compatibleResponsesChat(options: ResponsesOptions = {}): ChatCapability {
  return {
    buildRequest(call, channel) {
      const { body, dropped } = chatToWire(call, options);
      addCustomParameters(body, channel, call.model);
      options.adjustBody?.(body, channel);
      const text = JSON.stringify(body);
      const request = buildResponsesRequest(options, channel, "openai-responses", call.stream, text);
      if (dropped.length > 0) request.dropped = dropped.map(asHeaderWord);
      return request;
    },
    readResponse,
    streamReader: createResponseStreamReader,
  };
}

/** Address and headers around a finished body; `headers` are the caller's own on the native path. */
export function buildResponsesRequest(
  options: ResponsesOptions,
  channel: ChannelView,
  format: FormatId,
  stream: boolean,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): UpstreamRequest {
  const usual = format === "openai-responses-compact" ? "/v1/responses/compact" : "/v1/responses";
  return {
    method: "POST",
    url: joinUrl(channel.baseUrl, options.path?.(channel, format) ?? usual),
    headers: {
      ...headers,
      "content-type": "application/json",
      accept: stream ? "text/event-stream" : "application/json",
      ...(options.authorize?.(channel) ?? { authorization: `Bearer ${channel.key}` }),
    },
    body,
  };
}

/** Merges the channel's custom parameters where the call said nothing, or over it if the channel says so, and takes out what it forbids (B0). */
function addCustomParameters(body: JsonObject, channel: ChannelView, model: string): void {
  const { values, overwrite, removed } = pickCustomParameters(channel.customParameters, model);
  for (const [key, value] of Object.entries(values))
    if (overwrite || !Object.hasOwn(body, key)) body[key] = value;
  removeParameters(body, removed);
}

/** Names of fields and tools are the caller's text, and stand in a response header. */
function asHeaderWord(name: string): string {
  return name.replace(/[^\w.$[\]-]/g, "?").slice(0, 80);
}
