import { groqFields, openAiFields, openAiTiers } from "../openai-compatible/paid-fields.ts";
import { paidFields } from "../../canonical/paid-fields.ts";
import type { ReasoningOptions } from "../../canonical/chat.ts";
import { problemFromStatus } from "../kit/problem-from-status.ts";
import { asList, asObject, type JsonObject } from "../kit/read-json.ts";
import { compatibleAccount } from "../openai-compatible/account.ts";
import { compatibleChat } from "../openai-compatible/chat.ts";
import { forwardCalls } from "../openai-compatible/forward-native.ts";
import { compatibleNative } from "../openai-compatible/native.ts";
import type { CompatibleOptions } from "../openai-compatible/options.ts";
import { compatibleSpeech } from "../openai-compatible/speech.ts";
import { effortOf } from "../openai-compatible/to-wire.ts";
import { compatibleTranscription } from "../openai-compatible/transcription.ts";
import type { ChannelView, Provider } from "../provider.ts";
import { descriptor } from "./descriptor.ts";

const options: CompatibleOptions = {
  reasoningInput: "reasoning",
  files: false,
  completionLimit: () => true,
  usage: { usageIn: "x_groq" },
  renderReasoning,
  unsupportedFields: [
    "logprobs",
    "top_logprobs",
    "logit_bias",
    "metadata",
    "store",
    "verbosity",
    "prompt_cache_key",
    "prediction",
    "safety_identifier",
    "web_search_options",
  ],
  adjustBody,
};

/** GPT-OSS has three efforts, Qwen an on/off switch, other models none: https://console.groq.com/docs/reasoning */
function renderReasoning(reasoning: ReasoningOptions, model: string): JsonObject | undefined {
  const effort = effortOf(reasoning);
  if (effort === undefined) return undefined;
  if (model.includes("qwen")) return { reasoning_effort: effort === "none" ? "none" : "default" };
  if (!model.includes("gpt-oss")) return undefined;
  if (effort === "none" || effort === "minimal") return { reasoning_effort: "low" };
  return { reasoning_effort: effort === "low" || effort === "medium" ? effort : "high" };
}

/** One choice per call; messages have no names; Qwen's reasoning is text between tags unless requested separately. */
function adjustBody(body: JsonObject, _channel: ChannelView, dropped: Set<string>): void {
  if (typeof body.n === "number" && body.n > 1) dropped.add("n");
  delete body.n;
  for (const entry of asList(body.messages)) {
    const message = asObject(entry);
    if (message?.name === undefined) continue;
    delete message.name;
    dropped.add("messages.name");
  }
  if (typeof body.model === "string" && body.model.includes("qwen")) body.reasoning_format ??= "parsed";
}

/** Groq: Chat Completions with reasoning in `reasoning`. */
export const provider: Provider = {
  descriptor,
  paidFields: paidFields([...openAiFields, ...groqFields], { tiers: openAiTiers }),
  chat: compatibleChat(options),
  speech: compatibleSpeech(options),
  transcription: compatibleTranscription(options),
  native: forwardCalls(
    ["openai-speech", "openai-transcriptions", "openai-translations"],
    options,
    compatibleNative(options),
  ),
  account: compatibleAccount(options),
  readProblem: problemFromStatus,
};
