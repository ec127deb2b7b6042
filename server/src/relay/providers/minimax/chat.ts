import type { ReasoningOptions } from "../../canonical/chat.ts";
import { isSwitchedOn } from "../kit/is-switched-on.ts";
import { createJsonOrSseSplitter } from "../../event-stream/json-or-sse-splitter.ts";
import { asFilledText, asList, asObject, type JsonObject } from "../kit/read-json.ts";
import { compatibleChat } from "../openai-compatible/chat.ts";
import { readResponseOrProblem } from "../openai-compatible/older-protocol.ts";
import type { CompatibleOptions } from "../openai-compatible/options.ts";
import { createChatStreamReader } from "../openai-compatible/stream-reader.ts";
import { effortOf } from "../openai-compatible/to-wire.ts";
import type { ChannelView, ChatCapability } from "../provider.ts";
import { problemInAnswer, readProblem } from "./problems.ts";

/** How the API differs from OpenAI's. Both protocols return the same format. */
export const options: CompatibleOptions = {
  path: (endpoint, channel) =>
    endpoint === "/chat/completions" && isOlderSelected(channel)
      ? "/v1/text/chatcompletion_v2"
      : `/v1${endpoint}`,
  reasoningInput: "reasoning_content",
  files: false,
  renderReasoning,
  unsupportedFields: [
    "frequency_penalty",
    "presence_penalty",
    "parallel_tool_calls",
    "seed",
    "logprobs",
    "top_logprobs",
    "prompt_cache_key",
    "verbosity",
    "user",
    "metadata",
    "service_tier",
    "web_search_options",
  ],
  reshape,
  adjustBody,
};

function isOlderSelected(channel: ChannelView): boolean {
  return isSwitchedOn(channel, "protocol", "legacy");
}

function renderReasoning(reasoning: ReasoningOptions): JsonObject {
  return { thinking: { type: effortOf(reasoning) === "none" ? "disabled" : "adaptive" } };
}

function adjustBody(body: JsonObject, channel: ChannelView): void {
  // The API rejects zero and values above one.
  if (typeof body.temperature === "number") body.temperature = Math.min(Math.max(body.temperature, 0.01), 1);
  if (isOlderSelected(channel)) {
    for (const tool of asList(body.tools)) {
      const fn = asObject(asObject(tool)?.function);
      if (fn?.parameters !== undefined) fn.parameters = JSON.stringify(fn.parameters);
    }
    return;
  }
  if (body.max_tokens !== undefined) {
    body.max_completion_tokens ??= body.max_tokens;
    delete body.max_tokens;
  }
  // Without it the text contains the reasoning, between tags.
  body.reasoning_split ??= true;
  for (const entry of asList(body.messages)) restoreReasoningDetails(asObject(entry));
}

/** Moves earlier reasoning into the vendor's list. */
function restoreReasoningDetails(message: JsonObject | undefined): void {
  const text = asFilledText(message?.reasoning_content);
  if (message === undefined || text === undefined) return;
  delete message.reasoning_content;
  message.reasoning_details = [
    { type: "reasoning.text", id: "reasoning-text-1", format: "MiniMax-response-v1", index: 0, text },
  ];
}

function reshape(answer: JsonObject): JsonObject {
  const error = problemInAnswer(answer);
  if (error !== undefined) return { error };
  for (const entry of asList(answer.choices)) {
    const choice = asObject(entry);
    renameReasoningDetails(asObject(choice?.message));
    renameReasoningDetails(asObject(choice?.delta));
  }
  return answer;
}

/** The list repeats the plain reasoning text, if there is one; it has no signatures. */
function renameReasoningDetails(message: JsonObject | undefined): void {
  if (message?.reasoning_details === undefined) return;
  const texts = asList(message.reasoning_details).map((detail) => asFilledText(asObject(detail)?.text) ?? "");
  if (!asFilledText(message.reasoning_content)) message.reasoning_content = texts.join("");
  delete message.reasoning_details;
}

/** The last event of a stream repeats the whole message. */
function reshapeEvent(event: JsonObject): JsonObject {
  if (event.object === "chat.completion")
    for (const entry of asList(event.choices)) delete asObject(entry)?.message;
  return reshape(event);
}

const inStreams: CompatibleOptions = { ...options, reshape: reshapeEvent };

/** Chat Completions; the older `chatcompletion_v2` if the channel selects it. */
export const chat: ChatCapability = {
  ...compatibleChat(options),
  readResponse: (body) => readResponseOrProblem(body, options, readProblem),
  streamReader: () => createChatStreamReader(inStreams, (data) => readProblem(200, data, {})),
  splitter: createJsonOrSseSplitter,
};
