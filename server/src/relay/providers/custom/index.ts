import { problemFromStatus } from "../kit/problem-from-status.ts";
import { compatibleAccount } from "../openai-compatible/account.ts";
import { compatibleChat } from "../openai-compatible/chat.ts";
import { isOpenAiReasoningModel } from "../openai-compatible/is-reasoning-model.ts";
import { compatibleNative } from "../openai-compatible/native.ts";
import type { CompatibleOptions } from "../openai-compatible/options.ts";
import type { ChannelView, Provider } from "../provider.ts";
import { descriptor } from "./descriptor.ts";

/** `other` is the version segment: `v1` if empty, none if `disable` (decisions §5). */
export function versionPath(channel: ChannelView): string {
  const version = channel.other.trim().replace(/^\/+|\/+$/g, "");
  if (version === "disable") return "";
  return `/${version === "" ? "v1" : version}`;
}

// A server of unknown make: what OpenAI's dialect has learnt elsewhere is sent, since most take or ignore it.
const options: CompatibleOptions = {
  chatPath: (channel) => `${versionPath(channel)}/chat/completions`,
  modelsPath: (channel) => `${versionPath(channel)}/models`,
  reasoningInput: "reasoning_content",
  reasoningDetails: true,
  cacheMarks: true,
  topK: true,
  usage: { cachedFields: ["prompt_cache_hit_tokens", "cached_tokens"], usageIn: "x_groq" },
  isReasoningModel: isOpenAiReasoningModel,
};

/** Any server that speaks Chat Completions; the operator names its address. */
export const provider: Provider = {
  descriptor,
  chat: compatibleChat(options),
  native: compatibleNative(options),
  account: compatibleAccount(options),
  readProblem: problemFromStatus,
};
