import type { NativeCapability } from "../provider.ts";
import { buildResponsesRequest } from "./chat.ts";
import type { ResponsesOptions } from "./options.ts";
import { readUsage } from "./read-usage.ts";

/** Responses on both sides (D12): the caller's bytes go through, usage is read in passing. */
export function compatibleResponsesNative(options: ResponsesOptions = {}): NativeCapability {
  return {
    speaks: (format) =>
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
    // Counting is free of charge.
    readUsage: (body, _previous, format) => (format === "openai-count-tokens" ? undefined : readUsage(body)),
  };
}
