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

/** How the API departs from OpenAI's. Both protocols answer alike. */
export const options: CompatibleOptions = {
  path: (endpoint, channel) =>
    endpoint === "/chat/completions" && isOlderWanted(channel)
      ? "/v1/text/chatcompletion_v2"
      : `/v1${endpoint}`,
  reasoningInput: "reasoning_content",
  files: false,
  renderReasoning,
  unknownFields: [
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

function isOlderWanted(channel: ChannelView): boolean {
  return isSwitchedOn(channel, "protocol", "legacy");
}

function renderReasoning(wish: ReasoningOptions): JsonObject {
  return { thinking: { type: effortOf(wish) === "none" ? "disabled" : "adaptive" } };
}

function adjustBody(body: JsonObject, channel: ChannelView): void {
  // Zero and more than one are refused.
  if (typeof body.temperature === "number") body.temperature = Math.min(Math.max(body.temperature, 0.01), 1);
  if (isOlderWanted(channel)) {
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
  // Without it thoughts stand in the text, between tags.
  body.reasoning_split ??= true;
  for (const entry of asList(body.messages)) returnThoughts(asObject(entry));
}

/** Earlier thoughts go back in the list that they came in. */
function returnThoughts(message: JsonObject | undefined): void {
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
    nameThoughts(asObject(choice?.message));
    nameThoughts(asObject(choice?.delta));
  }
  return answer;
}

/** The list of thoughts says nothing that the plain text does not, where there is one; it has no proofs. */
function nameThoughts(message: JsonObject | undefined): void {
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

/** Chat Completions; the older `chatcompletion_v2` where the channel asks for it. */
export const chat: ChatCapability = {
  ...compatibleChat(options),
  readResponse: (body) => readResponseOrProblem(body, options, readProblem),
  streamReader: () => createChatStreamReader(inStreams, (data) => readProblem(200, data, {})),
  splitter: createJsonOrSseSplitter,
};
