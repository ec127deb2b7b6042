import { openAiPaidFields } from "../openai-compatible/paid-fields.ts";
import type { ReasoningOptions } from "../../canonical/chat.ts";
import { problemFromStatus } from "../kit/problem-from-status.ts";
import { asObject, type JsonObject } from "../kit/read-json.ts";
import { compatibleAccount } from "../openai-compatible/account.ts";
import { compatibleBalance, fromYuan } from "../openai-compatible/balance.ts";
import { compatibleChat } from "../openai-compatible/chat.ts";
import { compatibleEmbeddings } from "../openai-compatible/embeddings.ts";
import { forwardCalls } from "../openai-compatible/forward-native.ts";
import { compatibleNative } from "../openai-compatible/native.ts";
import type { CompatibleOptions } from "../openai-compatible/options.ts";
import { compatibleRerank } from "../openai-compatible/rerank.ts";
import { compatibleSpeech } from "../openai-compatible/speech.ts";
import { effortOf } from "../openai-compatible/to-wire.ts";
import { compatibleTranscription } from "../openai-compatible/transcription.ts";
import type { Provider } from "../provider.ts";
import { descriptor } from "./descriptor.ts";

const options: CompatibleOptions = {
  reasoningInput: "reasoning_content",
  topK: true,
  files: false,
  jsonSchema: false,
  renderReasoning,
  unsupportedFields: [
    "seed",
    "logprobs",
    "top_logprobs",
    "logit_bias",
    "metadata",
    "store",
    "verbosity",
    "service_tier",
    "prompt_cache_key",
    "parallel_tool_calls",
    "presence_penalty",
    "web_search_options",
  ],
};

/** The vendor's range of reasoning tokens: 128 to 32768. */
const budgets = new Map([
  ["minimal", 512],
  ["low", 2048],
  ["medium", 8192],
  ["high", 16_384],
]);

function renderReasoning(reasoning: ReasoningOptions): JsonObject | undefined {
  const effort = effortOf(reasoning);
  if (effort === undefined) return undefined;
  if (effort === "none") return { enable_thinking: false };
  const budget = reasoning.budgetTokens ?? budgets.get(effort) ?? 32_768;
  return { enable_thinking: true, thinking_budget: Math.min(Math.max(Math.trunc(budget), 128), 32_768) };
}

/** SiliconFlow: open models of many vendors. */
export const provider: Provider = {
  descriptor,
  paidFields: openAiPaidFields,
  chat: compatibleChat(options),
  embeddings: compatibleEmbeddings(options, { endUser: false }),
  speech: compatibleSpeech(options),
  transcription: compatibleTranscription(options, { translates: false, answerFormats: false }),
  rerank: compatibleRerank(options),
  native: forwardCalls(
    ["openai-embeddings", "openai-speech", "cohere-rerank"],
    options,
    compatibleNative(options),
  ),
  account: compatibleAccount(options),
  balance: compatibleBalance("/v1/user/info", ({ data }) => fromYuan(asObject(data)?.totalBalance)),
  readProblem: problemFromStatus,
};
