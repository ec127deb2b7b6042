import type { NativeCapability } from "../provider.ts";
import { buildResponsesRequest } from "./chat.ts";
import type { ResponsesOptions } from "./options.ts";
import { readUsage } from "./read-usage.ts";

/** Responses on both sides: the caller's bytes are forwarded, usage is read from them. */
export function compatibleResponsesNative(options: ResponsesOptions = {}): NativeCapability {
  return {
    supports: (format) =>
      format === "openai-responses" ||
      (format === "openai-responses-compact" && options.compacts === true) ||
      (format === "openai-count-tokens" && options.countsTokens === true),
    buildRequest: (call, channel) =>
      buildResponsesRequest(options, channel, {
        format: call.format,
        stream: call.stream,
        body: call.body,
        headers: call.headers,
      }),
    // Token counting is free.
    readUsage: (body, _previous, format) => (format === "openai-count-tokens" ? undefined : readUsage(body)),
  };
}
