import type { ChatCall, ReasoningOptions, ResponseFormat } from "../../canonical/chat.ts";
import { type Fields, isFields, reject, within } from "../kit/check-value.ts";
import { headerNames } from "../kit/name-unread.ts";
import { pickExtras } from "../kit/pick-extras.ts";
import {
  needObject,
  needText,
  readFlag,
  readList,
  readNumber,
  readObject,
  readText,
  readWhole,
} from "../kit/read-fields.ts";
import { readJsonSchema, readOpenAiOptions } from "../kit/read-openai-options.ts";
import { openaiSettings, readSettings, readStop } from "../kit/read-settings.ts";
import { parseMessages } from "./parse-messages.ts";
import { parseTools } from "./parse-tools.ts";
import { readHead } from "./read-head.ts";

/**
 * Parses a request into the canonical call, for `model`. `unread` names fields without a canonical name.
 * @throws RelayError `invalid_request` naming the field
 */
export function parseRequest(value: unknown, model: string): { call: ChatCall; unread: string[] } {
  const head = readHead(value);
  const body = value as Fields;
  const unread = new Set<string>();
  const call: ChatCall = { model, stream: head.stream, messages: parseMessages(body, unread) };
  parseTools(body, call, unread);
  parseLimits(body, call);
  parseOptions(body, call, unread);
  parseSpeech(body, call);
  addExtras(body, call, unread);
  return { call, unread: headerNames(unread) };
}

/** Fields that this folder reads. */
const known = new Set(
  (
    "model messages stream stream_options tools tool_choice parallel_tool_calls functions function_call " +
    "max_tokens max_completion_tokens temperature top_p top_k frequency_penalty presence_penalty seed stop n logprobs " +
    "top_logprobs response_format reasoning_effort reasoning thinking user safety_identifier metadata service_tier " +
    "prompt_cache_key verbosity modalities audio web_search_options"
  ).split(" "),
);

/** Values that equal the default behavior. */
function isHarmless(key: string, value: unknown): boolean {
  if (key === "store") return value === false;
  return key === "logit_bias" && isFields(value) && Object.keys(value).length === 0;
}

/**
 * Fields without a canonical name are passed unchanged to upstreams of this dialect; every other upstream reports them
 * dropped.
 */
function addExtras(body: Fields, call: ChatCall, unread: Set<string>): void {
  const fields = pickExtras(body, (key, value) => known.has(key) || isHarmless(key, value), unread);
  // Two names for the end user: every upstream supports the older one.
  if (typeof body.safety_identifier === "string") fields.safety_identifier = body.safety_identifier;
  // A custom voice is an object, which the canonical call does not support.
  if (isFields(body.audio) && call.audio === undefined) fields.audio = body.audio;
  if (Object.keys(fields).length > 0) call.extras = { dialect: "openai-chat", fields };
}

function parseSpeech(body: Fields, call: ChatCall): void {
  const wanted = readList(body, "modalities")?.map((entry, index) =>
    isModality(entry)
      ? entry
      : reject(within("modalities", index), `'${within("modalities", index)}' must be text, audio or image.`),
  );
  if (wanted?.length) call.modalities = wanted;
  const audio = readObject(body, "audio");
  if (audio && !isFields(audio.voice))
    call.audio = { voice: needText(audio, "voice", "audio"), format: needText(audio, "format", "audio") };
}

function isModality(value: unknown): value is "text" | "audio" | "image" {
  return value === "text" || value === "audio" || value === "image";
}

const settings = [...openaiSettings, ["top_k", "topK"]] as const;

function parseLimits(body: Fields, call: ChatCall): void {
  const limit =
    readWhole(body, "max_completion_tokens", { least: 1 }) ?? readWhole(body, "max_tokens", { least: 1 });
  if (limit !== undefined) call.maxOutputTokens = limit;
  readSettings(body, call, settings);
  const choices = readWhole(body, "n", { least: 1, most: 128 });
  if (choices !== undefined) call.choices = choices;
  const stop = readStop(body, "stop");
  if (stop.length > 0) call.stop = stop;
  if (readFlag(body, "logprobs"))
    call.logProbabilities = { alternatives: readWhole(body, "top_logprobs", { least: 0, most: 20 }) ?? 0 };
}

function parseOptions(body: Fields, call: ChatCall, unread: Set<string>): void {
  const format = parseResponseFormat(body, unread);
  if (format) call.responseFormat = format;
  const reasoning = parseReasoning(body);
  if (reasoning) call.reasoning = reasoning;
  readOpenAiOptions(body, call);
  const verbosity = readText(body, "verbosity");
  if (verbosity !== undefined) call.verbosity = verbosity;
}

function parseResponseFormat(body: Fields, unread: Set<string>): ResponseFormat | undefined {
  const format = readObject(body, "response_format");
  if (format === undefined) return undefined;
  switch (needText(format, "type", "response_format")) {
    case "text":
      return { type: "text" };
    case "json_object":
      return { type: "json" };
    case "json_schema":
      return readJsonSchema(
        needObject(format, "json_schema", "response_format"),
        "response_format.json_schema",
      );
    default:
      unread.add("response_format");
      return undefined;
  }
}

/**
 * `reasoning_effort`, or the objects `reasoning` (effort, max_tokens) and `thinking` (type, budget_tokens) that clients
 * send.
 */
function parseReasoning(body: Fields): ReasoningOptions | undefined {
  const options: ReasoningOptions = {};
  const reasoning = readObject(body, "reasoning") ?? {};
  const thinking = readObject(body, "thinking") ?? {};
  const effort = readText(body, "reasoning_effort") ?? readText(reasoning, "effort", "reasoning");
  const budget =
    readNumber(reasoning, "max_tokens", "reasoning") ?? readNumber(thinking, "budget_tokens", "thinking");
  if (effort !== undefined) options.effort = effort;
  else if (reasoning.enabled === false || thinking.type === "disabled") options.effort = "none";
  else if (budget === undefined && (reasoning.enabled === true || thinking.type === "adaptive"))
    options.effort = "medium";
  if (budget !== undefined) options.budgetTokens = budget;
  return options.effort === undefined && budget === undefined ? undefined : options;
}
