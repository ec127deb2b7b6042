import type { ChatCall } from "../../canonical/chat.ts";
import { addCustomParameters } from "../kit/add-custom-parameters.ts";
import { nameDropped } from "../kit/name-dropped.ts";
import { asFilledText, asList, asObject, type JsonObject } from "../kit/read-json.ts";
import { buildJsonRequest } from "../openai-compatible/chat.ts";
import {
  createUnmarkedStreamReader,
  type OlderProtocol,
  readResponseOrProblem,
} from "../openai-compatible/older-protocol.ts";
import type { CompatibleOptions } from "../openai-compatible/options.ts";
import { chatToWire } from "../openai-compatible/to-wire.ts";
import type { ChannelView, ChatCapability, UpstreamRequest } from "../provider.ts";
import { readProblem } from "./problems.ts";
import { bareAddress, searchesWeb, selectsDashScope } from "./protocol.ts";
import { renderReasoning } from "./render-reasoning.ts";

/** OpenAI fields that DashScope's `parameters` do not have. */
const unsupportedFields = [
  "frequency_penalty",
  "service_tier",
  "prompt_cache_key",
  "verbosity",
  "metadata",
  "user",
  "web_search_options",
];

const options: CompatibleOptions = {
  topK: true,
  files: false,
  streamOptions: false,
  renderReasoning,
  unsupportedFields,
  webSearch: () => ({ enable_search: true }),
  reshape,
};

/**
 * Image and audio models have their own endpoint:
 * https://www.alibabacloud.com/help/en/model-studio/use-qwen-by-calling-api
 */
const multimodal = /-vl|qvq|vision|-omni|-audio/;

function buildRequest(call: ChatCall, channel: ChannelView): UpstreamRequest {
  const { body, dropped } = chatToWire(call, options);
  const { model, messages, stream, ...parameters } = body;
  const sees = multimodal.test(call.model);
  parameters.result_format = "message";
  if (stream) parameters.incremental_output = true;
  if (searchesWeb(call.model, channel)) parameters.enable_search = true;
  addCustomParameters(parameters, channel, call.model);
  const list = messages as JsonObject[];
  const input = { messages: sees ? list.map(inParts) : list.map((message) => textOnly(message, dropped)) };
  const path = `/api/v1/services/aigc/${sees ? "multimodal-generation" : "text-generation"}/generation`;
  const text = JSON.stringify({ model, input, parameters });
  const request = buildJsonRequest(options, channel, {
    url: `${bareAddress(channel)}${path}`,
    stream: call.stream,
    body: text,
  });
  if (call.stream) request.headers["x-dashscope-sse"] = "enable";
  if (channel.other !== "") request.headers["x-dashscope-plugin"] = channel.other;
  return nameDropped(request, dropped);
}

/** Parts are keyed by their type: `{ text }`, `{ image }`. */
function inParts(message: JsonObject): JsonObject {
  if (!Array.isArray(message.content)) return { ...message, content: [{ text: message.content ?? "" }] };
  const parts = message.content.map((entry) => {
    const part = asObject(entry);
    return part?.type === "image_url" ? { image: asObject(part.image_url)?.url } : { text: part?.text };
  });
  return { ...message, content: parts };
}

/** Text models accept text only. */
function textOnly(message: JsonObject, dropped: Set<string>): JsonObject {
  if (!Array.isArray(message.content)) return message;
  const parts = message.content.map(asObject);
  if (parts.some((part) => part?.type === "image_url")) dropped.add("messages.image");
  return { ...message, content: parts.flatMap((part) => asFilledText(part?.text) ?? []).join("\n") };
}

/** `{ output, usage, request_id }`, or `{ code, message, request_id }` for a problem. */
function reshape(answer: JsonObject): JsonObject {
  const output = asObject(answer.output);
  if (output === undefined)
    return answer.code === undefined ? answer : { error: { code: answer.code, message: answer.message } };
  const choices = Array.isArray(output.choices)
    ? output.choices
    : [{ message: { content: output.text }, finish_reason: output.finish_reason }];
  return { id: answer.request_id, choices: choices.map(readChoice), usage: readUsage(answer.usage) };
}

function readChoice(entry: unknown): unknown {
  const choice = asObject(entry);
  const message = asObject(choice?.message);
  // A stream sends the text "null" until it stops.
  const reason = choice?.finish_reason === "null" ? null : choice?.finish_reason;
  return {
    ...choice,
    message: { ...message, content: readContent(message?.content) },
    finish_reason: reason,
  };
}

function readContent(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  return asList(content)
    .map((part) => asFilledText(asObject(part)?.text) ?? "")
    .join("");
}

function readUsage(value: unknown): JsonObject | undefined {
  const usage = asObject(value);
  if (usage === undefined) return undefined;
  const details = asObject(usage.input_tokens_details);
  return {
    prompt_tokens: usage.input_tokens,
    completion_tokens: usage.output_tokens,
    total_tokens: usage.total_tokens,
    prompt_tokens_details: asObject(usage.prompt_tokens_details) ?? { image_tokens: details?.image_tokens },
    completion_tokens_details: usage.output_tokens_details ?? usage.completion_tokens_details,
  };
}

const chat: ChatCapability = {
  buildRequest,
  readResponse: (body) => readResponseOrProblem(body, options, readProblem),
  streamReader: (call) => createUnmarkedStreamReader(options, readProblem, "done", call.choices),
};

/** DashScope's own API, `text-generation` and `multimodal-generation`. */
export const dashScope: OlderProtocol = {
  chat,
  isSelected: selectsDashScope,
  owns: (answer) =>
    answer.output !== undefined || (answer.code !== undefined && answer.request_id !== undefined),
};
