import { pickCustomParameters } from "../../canonical/custom-parameters.ts";
import { asObject, type JsonObject } from "../kit/read-json.ts";
import type { ChannelView, ChatCapability, UpstreamRequest } from "../provider.ts";
import { readAnswer } from "./from-wire.ts";
import { needsInline } from "./media-to-wire.ts";
import type { GeminiOptions, GeminiRequest } from "./options.ts";
import { createGenerateStreamReader } from "./stream-reader.ts";
import { chatToWire } from "./to-wire.ts";

/** Chat calls translated to and from generateContent, with a vendor's differences. */
export function compatibleGemini(options: GeminiOptions): ChatCapability {
  return {
    buildRequest(call, channel) {
      const { body, dropped } = chatToWire(call, channel, options);
      addCustomParameters(body, channel, call.model);
      const action = call.stream ? "streamGenerateContent" : "generateContent";
      const request = buildGeminiRequest(
        options,
        { model: call.model, action },
        channel,
        JSON.stringify(body),
      );
      if (dropped.length > 0) request.dropped = dropped;
      return request;
    },
    readResponse: readAnswer,
    streamReader: createGenerateStreamReader,
    needsInline,
  };
}

/** Address and headers around a finished body; `given` are the caller's own headers on the native path. */
export function buildGeminiRequest(
  options: GeminiOptions,
  request: GeminiRequest,
  channel: ChannelView,
  body: string | Buffer,
  given: Readonly<Record<string, string>> = {},
): UpstreamRequest {
  const streams = request.action.startsWith("stream");
  return {
    method: "POST",
    url: options.url(request, channel) + (streams ? "?alt=sse" : ""),
    headers: {
      ...given,
      "content-type": "application/json",
      accept: streams ? "text/event-stream" : "application/json",
      ...options.headers(channel),
    },
    body,
  };
}

/** Merges the channel's custom parameters, object into object, where the call said nothing, or over it if the channel says so (B0). */
export function addCustomParameters(body: JsonObject, channel: ChannelView, model: string): void {
  const { values, overwrite } = pickCustomParameters(channel.customParameters, model);
  merge(body, values, overwrite);
}

function merge(target: JsonObject, values: JsonObject, overwrite: boolean): void {
  for (const [key, value] of Object.entries(values)) {
    const inner = asObject(target[key]);
    const given = asObject(value);
    if (inner && given) {
      const copy = { ...inner };
      merge(copy, given, overwrite);
      target[key] = copy;
    } else if (overwrite || !Object.hasOwn(target, key)) target[key] = value;
  }
}
