import type { NativeCapability } from "../provider.ts";
import { buildChatRequest } from "./chat.ts";
import type { CompatibleOptions } from "./options.ts";
import { readUsage } from "./read-usage.ts";

/** Chat Completions on both sides (D12): the caller's bytes go through, usage is read in passing. */
export function compatibleNative(options: CompatibleOptions = {}): NativeCapability {
  return {
    formats: ["openai-chat"],
    buildRequest: (call, channel) => buildChatRequest(options, channel, call.stream, call.body, call.headers),
    readUsage: (body) => readUsage(body, options.usage),
  };
}
