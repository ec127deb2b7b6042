import type { ToolNameRule } from "../../canonical/tool-name-rule.ts";
import { nameDropped } from "../kit/name-dropped.ts";
import type { ChannelView, ChatCapability, UpstreamRequest } from "../provider.ts";
import { addGeminiParameters } from "./add-custom-parameters.ts";
import { readAnswer } from "./from-wire.ts";
import { needsInline } from "./media-to-wire.ts";
import type { GeminiOptions, GeminiRequest } from "./options.ts";
import { createGenerateStreamReader } from "./stream-reader.ts";
import { chatToWire } from "./to-wire.ts";

/** Chat calls translated to and from generateContent, with a vendor's differences. */
export function compatibleGemini(options: GeminiOptions): ChatCapability {
  return {
    sentAs: () => "gemini-generate",
    buildRequest(call, channel) {
      const { body, dropped } = chatToWire(call, channel, options);
      addGeminiParameters(body, channel, call.model);
      const action = call.stream ? "streamGenerateContent" : "generateContent";
      const about = { model: call.model, action };
      return nameDropped(
        buildGeminiRequest(options, about, channel, { body: JSON.stringify(body) }),
        dropped,
      );
    },
    readResponse: readAnswer,
    streamReader: createGenerateStreamReader,
    toolNames: () => toolNames,
    needsInline,
  };
}

/** Names that all of Google's APIs accept; they differ in colons. */
const toolNames: ToolNameRule = { forbidden: /[^A-Za-z0-9_.-]/g, letterFirst: true, longest: 64 };

interface FinishedBody {
  body: string | Buffer;
  /** The caller's forwarded headers, on the native path. */
  headers?: Readonly<Record<string, string>>;
}

/** Adds URL and headers to a final body. */
export function buildGeminiRequest(
  options: GeminiOptions,
  request: GeminiRequest,
  channel: ChannelView,
  { body, headers: given = {} }: FinishedBody,
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
