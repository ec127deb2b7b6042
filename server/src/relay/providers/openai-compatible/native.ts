import type { FormatId } from "../../format-ids.ts";
import { asObject } from "../kit/read-json.ts";
import { CannotServe, type NativeCapability } from "../provider.ts";
import { buildJsonRequest } from "./chat.ts";
import { endpointUrl } from "./endpoint.ts";
import { adaptChat } from "./adapt-chat.ts";
import type { CompatibleOptions } from "./options.ts";
import { readUsage } from "./read-usage.ts";

/** Paths of the formats; a format without an entry is not supported. */
const endpoints: Partial<Record<FormatId, string>> = {
  "openai-chat": "/chat/completions",
  "openai-completions": "/completions",
};

/** Chat in the same format on both sides: the caller's bytes are forwarded, usage is read from them. */
export function compatibleNative(options: CompatibleOptions = {}): NativeCapability {
  return {
    supports(format, model, { unsupported }) {
      if (format === "openai-completions") return options.completions?.(model) ?? false;
      if (format !== "openai-chat") return false;
      // Without Responses, every model is served by Chat Completions.
      return !options.responsesOnly?.(model) || unsupported?.has("openai-responses") === true;
    },
    buildRequest(call, channel) {
      const endpoint = endpoints[call.format];
      if (endpoint === undefined) throw new CannotServe(`This channel does not support ${call.format}.`);
      const url = endpointUrl(options, channel, endpoint, call.model);
      return buildJsonRequest(options, channel, {
        url,
        stream: call.stream,
        body: call.body,
        headers: call.headers,
      });
    },
    adapt: (body, format, model) =>
      format === "openai-chat" ? adaptChat(asObject(body) ?? {}, model, options) : undefined,
    outputLimitField: (format, model) =>
      format === "openai-chat" && options.isReasoningModel?.(model) ? "max_completion_tokens" : undefined,
    readUsage: (body) => readUsage(body, options.usage),
  };
}
