import type { JsonObject } from "../kit/read-json.ts";
import { compatibleChat } from "../openai-compatible/chat.ts";
import { compatibleNative } from "../openai-compatible/native.ts";
import { chatInTwoProtocols, nativeUnlessOlder } from "../openai-compatible/older-protocol.ts";
import type { CompatibleOptions } from "../openai-compatible/options.ts";
import type { ChatCapability, NativeCapability } from "../provider.ts";
import { cloudApi, selectsCloudApi } from "./older-protocol.ts";
import { readProblem } from "./problems.ts";
import { renderReasoning } from "./render-reasoning.ts";

/** Enables search for a call. */
const searching = { enable_enhancement: true, force_search_enhancement: true };

const options: CompatibleOptions = {
  reasoningInput: "reasoning_content",
  files: false,
  renderReasoning,
  webSearch: () => searching,
  unsupportedFields: [
    "service_tier",
    "prompt_cache_key",
    "verbosity",
    "metadata",
    "n",
    "logprobs",
    "top_logprobs",
  ],
  readProblem,
  adjustBody,
};

function adjustBody(body: JsonObject): void {
  if (body.web_search_options === undefined) return;
  delete body.web_search_options;
  Object.assign(body, searching);
}

/** Chat Completions, or Tencent Cloud API 3.0 if the channel selects it. */
export const chat: ChatCapability = chatInTwoProtocols(compatibleChat(options), cloudApi);

export const native: NativeCapability = nativeUnlessOlder(compatibleNative(options), selectsCloudApi);
