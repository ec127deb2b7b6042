import type { FormatId } from "../../format-ids.ts";
import type { NativeCapability } from "../provider.ts";
import { buildGeminiRequest } from "./chat.ts";
import { readModelTraits } from "./model-traits.ts";
import type { GeminiOptions } from "./options.ts";
import { readUsage } from "./read-usage.ts";
import { hasUnsignedCall, signFirstCalls } from "./sign-calls.ts";

/** Google's format on both sides: the caller's bytes are forwarded, usage is read from them. */
export function compatibleGeminiNative(
  options: GeminiOptions,
  formats: ReadonlySet<FormatId>,
): NativeCapability {
  return {
    supports: (format) => formats.has(format),
    buildRequest(call, channel) {
      const request = { model: call.model, action: call.action ?? defaultAction(call.format, call.stream) };
      const { version } = call;
      const named = version === undefined ? request : { ...request, version };
      return buildGeminiRequest(options, named, channel, { body: call.body, headers: call.headers });
    },
    adapt: (body, format, model) =>
      format === "gemini-generate" && readModelTraits(model).newest && hasUnsignedCall(body)
        ? signFirstCalls
        : undefined,
    // Token counting is free.
    readUsage: (body, previous, format) =>
      format === "gemini-count-tokens" ? undefined : readUsage(body, previous),
  };
}

function defaultAction(format: FormatId, stream: boolean): string {
  if (format === "gemini-count-tokens") return "countTokens";
  if (format === "gemini-embed") return "embedContent";
  return stream ? "streamGenerateContent" : "generateContent";
}
