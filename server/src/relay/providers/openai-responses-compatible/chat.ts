import type { FormatId } from "../../format-ids.ts";
import { addCustomParameters } from "../kit/add-custom-parameters.ts";
import { joinUrl } from "../kit/join-url.ts";
import { nameDropped } from "../kit/name-dropped.ts";
import type { ChannelView, ChatCapability, UpstreamRequest } from "../provider.ts";
import { readResponse } from "./from-wire.ts";
import type { ResponsesOptions } from "./options.ts";
import { createResponseStreamReader } from "./stream-reader.ts";
import { chatToWire } from "./to-wire.ts";

/** Chat calls translated to and from Responses, with a vendor's differences. */
export function compatibleResponsesChat(options: ResponsesOptions = {}): ChatCapability {
  return {
    sentAs: () => "openai-responses",
    buildRequest(call, channel) {
      const { body, dropped } = chatToWire(call, options);
      addCustomParameters(body, channel, call.model);
      options.adjustBody?.(body, channel);
      const text = JSON.stringify(body);
      const request = buildResponsesRequest(options, channel, {
        format: "openai-responses",
        stream: call.stream,
        body: text,
      });
      return nameDropped(request, dropped);
    },
    readResponse,
    streamReader: createResponseStreamReader,
  };
}

/** Calls with a path below the usual one. */
const below: Partial<Record<FormatId, string>> = {
  "openai-responses-compact": "/compact",
  "openai-count-tokens": "/input_tokens",
};

interface FinishedCall {
  format: FormatId;
  stream: boolean;
  body: string | Buffer;
  /** The caller's forwarded headers, on the native path. */
  headers?: Readonly<Record<string, string>>;
}

/** Adds URL and headers to a final body. */
export function buildResponsesRequest(
  options: ResponsesOptions,
  channel: ChannelView,
  { format, stream, body, headers = {} }: FinishedCall,
): UpstreamRequest {
  const usual = `/v1/responses${below[format] ?? ""}`;
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
