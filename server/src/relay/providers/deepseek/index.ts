import { problemFromStatus } from "../kit/problem-from-status.ts";
import type { JsonObject } from "../kit/read-json.ts";
import { compatibleAccount } from "../openai-compatible/account.ts";
import { compatibleChat } from "../openai-compatible/chat.ts";
import { compatibleNative } from "../openai-compatible/native.ts";
import type { CompatibleOptions } from "../openai-compatible/options.ts";
import type { Provider } from "../provider.ts";
import { descriptor } from "./descriptor.ts";

const options: CompatibleOptions = {
  // Within a tool loop the thinking must come back; elsewhere it is ignored.
  reasoningInput: "reasoning_content",
  jsonSchema: false,
  files: false,
  usage: { cachedFields: ["prompt_cache_hit_tokens"] },
  unknownFields: [
    "n",
    "seed",
    "service_tier",
    "prompt_cache_key",
    "verbosity",
    "metadata",
    "parallel_tool_calls",
  ],
  adjustBody: switchThinking,
};

/** Thinking is on by default and switched by its own object; `none` is no effort of theirs. */
function switchThinking(body: JsonObject): void {
  const effort = body.reasoning_effort;
  if (effort === undefined || body.thinking !== undefined) return;
  body.thinking = { type: effort === "none" ? "disabled" : "enabled" };
  if (effort === "none") delete body.reasoning_effort;
}

/** DeepSeek, which speaks Chat Completions with thinking beside the text. */
export const provider: Provider = {
  descriptor,
  chat: compatibleChat(options),
  native: compatibleNative(options),
  account: compatibleAccount(options),
  readProblem: problemFromStatus,
};
