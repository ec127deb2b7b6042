import { addCustomParameters } from "../kit/add-custom-parameters.ts";
import { nameDropped } from "../kit/name-dropped.ts";
import { problemFromStatus } from "../kit/problem-from-status.ts";
import type { ChannelView, ChatCapability, UpstreamRequest } from "../provider.ts";
import { authorizeChannel, endpointUrl } from "./endpoint.ts";
import { readChatResponse } from "./from-wire.ts";
import type { CompatibleOptions } from "./options.ts";
import { createChatStreamReader } from "./stream-reader.ts";
import { chatToWire } from "./to-wire.ts";

/** Chat calls translated to and from Chat Completions, with a vendor's differences. */
export function compatibleChat(options: CompatibleOptions = {}): ChatCapability {
  return {
    sentAs: () => "openai-chat",
    buildRequest(call, channel) {
      const { body, dropped } = chatToWire(call, options);
      addCustomParameters(body, channel, call.model);
      options.adjustBody?.(body, channel, dropped);
      const url = endpointUrl(options, channel, "/chat/completions", call.model);
      const request = buildJsonRequest(options, channel, {
        url,
        stream: call.stream,
        body: JSON.stringify(body),
      });
      return nameDropped(request, dropped);
    },
    readResponse: (body) => readChatResponse(body, options),
    streamReader() {
      const readProblem = options.readProblem ?? problemFromStatus;
      return createChatStreamReader(options, (data) => readProblem(200, data, {}));
    },
    needsInline: (_url, kind) =>
      kind === "image" ? options.imageUrls === false : options.files !== false && !options.fileUrls,
  };
}

/** A call with its final body. */
export interface JsonCall {
  url: string;
  stream: boolean;
  body: string | Buffer;
  /** The caller's forwarded headers; ours replace them. */
  headers?: Readonly<Record<string, string>>;
}

export function buildJsonRequest(
  options: CompatibleOptions,
  channel: ChannelView,
  { url, stream, body, headers = {} }: JsonCall,
): UpstreamRequest {
  return {
    method: "POST",
    url,
    headers: {
      ...headers,
      "content-type": "application/json",
      accept: stream ? "text/event-stream" : "application/json",
      ...authorizeChannel(options, channel),
    },
    body,
  };
}
