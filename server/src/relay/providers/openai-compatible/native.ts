import type { FormatId } from "../../format-ids.ts";
import { asObject } from "../kit/read-json.ts";
import { CannotServe, type NativeCapability } from "../provider.ts";
import { buildJsonRequest } from "./chat.ts";
import { endpointUrl } from "./endpoint.ts";
import { adaptChat } from "./adapt-chat.ts";
import type { CompatibleOptions } from "./options.ts";
import { readUsage } from "./read-usage.ts";

/** Where the dialects of the family are spoken; a format without a line here is none of them. */
const endpoints: Partial<Record<FormatId, string>> = {
  "openai-chat": "/chat/completions",
  "openai-completions": "/completions",
};

/** The dialects of chat on both sides (D12): the caller's bytes go through, usage is read in passing. */
export function compatibleNative(options: CompatibleOptions = {}): NativeCapability {
  return {
    speaks(format, model, { unsupported }) {
      if (format === "openai-completions") return options.completions?.(model) ?? false;
      if (format !== "openai-chat") return false;
      // Without Responses the model's name says nothing about the upstream.
      return !options.responsesOnly?.(model) || unsupported?.has("openai-responses") === true;
    },
    buildRequest(call, channel) {
      const endpoint = endpoints[call.format];
      if (endpoint === undefined) throw new CannotServe(`This channel does not take ${call.format}.`);
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
