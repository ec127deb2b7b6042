import type { ChatCall, ReasoningOptions, ResponseFormat } from "../../canonical/chat.ts";
import { RelayError } from "../../relay-error.ts";
import { type Fields, isFields, reject, within } from "../kit/check-value.ts";
import { headerNames } from "../kit/name-unread.ts";
import { needText, readList, readObject, readText, readWhole } from "../kit/read-fields.ts";
import { readJsonSchema, readOpenAiOptions } from "../kit/read-openai-options.ts";
import { readSettings } from "../kit/read-settings.ts";
import { parseInput } from "./parse-input.ts";
import { parseTools } from "./parse-tools.ts";
import { readHead } from "./read-head.ts";

/**
 * Parses a request into the canonical call, for `model`. `unread` names fields without a canonical name; fields that
 * only upstreams of this dialect support are in `extras`, nested ones by path (`reasoning.summary`).
 * @throws RelayError `invalid_request` naming the field, `unsupported` for state that only its own upstream has
 */
export function parseRequest(value: unknown, model: string): { call: ChatCall; unread: string[] } {
  const head = readHead(value);
  const body = value as Fields;
  rejectState(body);
  const unread = new Set<string>();
  const extras: Fields = {};
  const call: ChatCall = { model, stream: head.stream, messages: parseInput(body, unread) };
  if (call.messages.length === 0) reject("input", "'input' is required.");
  parseTools(body, call, extras, unread);
  parseLimits(body, call, extras);
  parseOptions(body, call, extras);
  for (const [key, field] of Object.entries(body)) {
    if (known.has(key) || field == null || harmlessValues[key]?.(field)) continue;
    if (own.has(key)) extras[key] = field;
    else unread.add(key);
  }
  if (Object.keys(extras).length > 0) call.extras = { dialect: "openai-responses", fields: extras };
  return { call, unread: headerNames(unread) };
}

/** Stored state cannot be sent to another upstream, and omitting it would change the request. */
function rejectState(body: Fields): void {
  for (const field of ["previous_response_id", "conversation", "prompt"])
    if (body[field] != null)
      throw unsupported(field, `'${field}' is not supported: this model's channel stores no state.`);
}

function unsupported(param: string, message: string): RelayError {
  return new RelayError("unsupported", message, { param });
}

/** Fields that this folder reads. */
const known = new Set(
  (
    "model input instructions stream tools tool_choice parallel_tool_calls max_output_tokens temperature top_p top_logprobs " +
    "include text reasoning user safety_identifier metadata service_tier prompt_cache_key previous_response_id conversation " +
    "prompt background"
  ).split(" "),
);

/** Fields that only this dialect supports. */
const own = new Set(
  (
    "truncation max_tool_calls prompt_cache_retention prompt_cache_options moderation context_management access_programs image " +
    "stream_options"
  ).split(" "),
);

/** Values that equal the default behavior. Translated responses are not stored and not padded. */
const harmlessValues: Record<string, (value: unknown) => boolean> = {
  store: (value) => value === false,
  truncation: (value) => value === "disabled",
  stream_options: (value) => isFields(value) && value.include_obfuscation === false,
};

const settings = [
  ["temperature", "temperature"],
  ["top_p", "topP"],
] as const;

function parseLimits(body: Fields, call: ChatCall, extras: Fields): void {
  const limit = readWhole(body, "max_output_tokens", { least: 1 });
  if (limit !== undefined) call.maxOutputTokens = limit;
  readSettings(body, call, settings);
  const alternatives = readWhole(body, "top_logprobs", { least: 0, most: 20 }) ?? 0;
  const included = readList(body, "include") ?? [];
  if (alternatives > 0 || included.includes(logprobs)) call.logProbabilities = { alternatives };
  // Reasoning is always returned.
  const rest = included.filter((name) => name !== logprobs && name !== "reasoning.encrypted_content");
  if (rest.length > 0) extras.include = rest;
}

const logprobs = "message.output_text.logprobs";

function parseOptions(body: Fields, call: ChatCall, extras: Fields): void {
  const text = readObject(body, "text") ?? {};
  const format = parseFormat(text);
  if (format) call.responseFormat = format;
  const verbosity = readText(text, "verbosity", "text");
  if (verbosity !== undefined) call.verbosity = verbosity;
  const reasoning = readObject(body, "reasoning") ?? {};
  const options = parseReasoning(reasoning);
  if (options) call.reasoning = options;
  keepRest("text", text, ["format", "verbosity"], extras);
  keepRest("reasoning", reasoning, ["effort"], extras);
  readOpenAiOptions(body, call);
}

function keepRest(path: string, fields: Fields, read: readonly string[], extras: Fields): void {
  for (const [key, value] of Object.entries(fields))
    if (value != null && !read.includes(key)) extras[within(path, key)] = value;
}

function parseReasoning(reasoning: Fields): ReasoningOptions | undefined {
  const effort = readText(reasoning, "effort", "reasoning");
  return effort === undefined ? undefined : { effort };
}

function parseFormat(text: Fields): ResponseFormat | undefined {
  const format = readObject(text, "format", "text");
  if (format === undefined) return undefined;
  const path = "text.format";
  const type = needText(format, "type", path);
  if (type === "text") return { type: "text" };
  if (type === "json_object") return { type: "json" };
  if (type !== "json_schema") reject(within(path, "type"), `'${type}' is not a supported text format.`);
  return readJsonSchema(format, path);
}
