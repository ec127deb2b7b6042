import type { ReasoningOptions } from "../../canonical/chat.ts";
import type { JsonObject } from "../kit/read-json.ts";
import { compatibleChat } from "../openai-compatible/chat.ts";
import { compatibleNative } from "../openai-compatible/native.ts";
import { chatInTwoProtocols, nativeUnlessOlder } from "../openai-compatible/older-protocol.ts";
import type { CompatibleOptions } from "../openai-compatible/options.ts";
import type { ChatCapability, NativeCapability } from "../provider.ts";
import { wenxin } from "./older-protocol.ts";
import { readProblem } from "./problems.ts";
import { atItsAddress, selectsOlder } from "./protocol.ts";

/** How v2 differs from OpenAI's API. */
export const options: CompatibleOptions = {
  path: (endpoint) => `/v2${endpoint}`,
  files: false,
  renderReasoning,
  webSearch: () => ({ web_search: { enable: true } }),
  unsupportedFields: ["service_tier", "prompt_cache_key", "verbosity", "n", "logprobs", "top_logprobs"],
  readProblem,
  adjustBody,
};

function renderReasoning({ effort, budgetTokens }: ReasoningOptions): JsonObject {
  if (effort === "none" || (effort === undefined && budgetTokens === 0)) return { enable_thinking: false };
  // The API rejects fewer tokens.
  if (budgetTokens !== undefined && budgetTokens > 0)
    return { enable_thinking: true, thinking_budget: Math.max(budgetTokens, 100) };
  return { enable_thinking: true };
}

function adjustBody(body: JsonObject): void {
  if (body.web_search_options === undefined) return;
  delete body.web_search_options;
  body.web_search ??= { enable: true };
}

const compatible = compatibleChat(options);

/** Chat Completions (v2), or the API before it if the channel selects it. */
export const chat: ChatCapability = chatInTwoProtocols(
  { ...compatible, buildRequest: (call, channel) => compatible.buildRequest(call, atItsAddress(channel)) },
  wenxin,
);

const passed = compatibleNative(options);

export const native: NativeCapability = nativeUnlessOlder(
  { ...passed, buildRequest: (call, channel) => passed.buildRequest(call, atItsAddress(channel)) },
  selectsOlder,
);
