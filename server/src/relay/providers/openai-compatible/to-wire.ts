import type {
  ChatCall,
  ChatTool,
  HostedTool,
  ReasoningOptions,
  ResponseFormat,
  ToolChoice,
} from "../../canonical/chat.ts";
import { asFilledText, type JsonObject } from "../kit/read-json.ts";
import { messagesToWire } from "./messages-to-wire.ts";
import type { CompatibleOptions } from "./options.ts";

/**
 * Body of a Chat Completions request. `dropped` gets the options that this vendor does not support, by OpenAI's field
 * names.
 */
export function chatToWire(
  call: ChatCall,
  options: CompatibleOptions,
): { body: JsonObject; dropped: Set<string> } {
  const dropped = new Set<string>();
  const body: JsonObject = { model: call.model, messages: messagesToWire(call.messages, options, dropped) };
  if (call.stream) {
    body.stream = true;
    if (options.streamOptions !== false) body.stream_options = { include_usage: true };
  }
  addTools(body, call, options, dropped);
  for (const tool of call.hostedTools ?? [])
    addHostedTool(body, tool, { model: call.model, options }, dropped);
  addLimits(body, call, options, dropped);
  addOptions(body, call, options, dropped);
  addSpeech(body, call, options, dropped);
  addExtras(body, call, dropped);
  for (const field of options.unsupportedFields ?? []) {
    if (body[field] === undefined) continue;
    delete body[field];
    dropped.add(field);
  }
  return { body, dropped };
}

function addTools(body: JsonObject, call: ChatCall, options: CompatibleOptions, dropped: Set<string>): void {
  if (call.tools?.length) body.tools = call.tools.map((tool) => toolToWire(tool, options, dropped));
  if (call.toolChoice) body.tool_choice = toolChoiceToWire(call.toolChoice);
  if (call.parallelToolCalls !== undefined && call.tools?.length)
    body.parallel_tool_calls = call.parallelToolCalls;
}

function toolToWire(tool: ChatTool, options: CompatibleOptions, dropped: Set<string>): JsonObject {
  const wire: JsonObject = { name: tool.name };
  if (tool.description !== undefined) wire.description = tool.description;
  if (tool.parameters !== undefined) wire.parameters = tool.parameters;
  if (tool.strict !== undefined) wire.strict = tool.strict;
  const entry: JsonObject = { type: "function", function: wire };
  if (tool.cache) {
    if (options.cacheMarks) entry.cache_control = { type: "ephemeral", ...tool.cache };
    else dropped.add("cache_control");
  }
  return entry;
}

function toolChoiceToWire(choice: ToolChoice): unknown {
  return choice.type === "tool" ? { type: "function", function: { name: choice.name } } : choice.type;
}

/** Chat Completions requests web search outside the list of tools; a vendor's addition to that list has a `type`. */
function addHostedTool(
  body: JsonObject,
  { dialect, kind, definition }: HostedTool,
  { model, options }: { model: string; options: CompatibleOptions },
  dropped: Set<string>,
): void {
  const type = asFilledText(definition.type);
  if (dialect !== "openai-chat") {
    const search = kind === "web-search" ? options.webSearch?.(model) : undefined;
    if (search) Object.assign(body, search);
    else dropped.add(`tools.${type ?? kind ?? "hosted"}`);
  } else if (type === undefined) body.web_search_options = definition;
  else body.tools = [...(Array.isArray(body.tools) ? (body.tools as unknown[]) : []), definition];
}

function addLimits(body: JsonObject, call: ChatCall, options: CompatibleOptions, dropped: Set<string>): void {
  const reasons = options.isReasoningModel?.(call.model) ?? false;
  if (call.maxOutputTokens !== undefined)
    body[reasons ? "max_completion_tokens" : "max_tokens"] = call.maxOutputTokens;
  if (call.stop?.length) body.stop = call.stop.length === 1 ? call.stop[0] : call.stop;
  if (call.choices !== undefined) body.n = call.choices;
  if (call.seed !== undefined) body.seed = call.seed;
  if (call.logProbabilities) {
    body.logprobs = true;
    if (call.logProbabilities.alternatives > 0) body.top_logprobs = call.logProbabilities.alternatives;
  }
  for (const [field, setting] of sampling) {
    const value = call[setting];
    if (value === undefined) continue;
    if (reasons || (field === "top_k" && !options.topK)) dropped.add(field);
    else body[field] = value;
  }
}

/** Fields that reasoning models reject. */
const sampling = [
  ["temperature", "temperature"],
  ["top_p", "topP"],
  ["frequency_penalty", "frequencyPenalty"],
  ["presence_penalty", "presencePenalty"],
  ["top_k", "topK"],
] as const;

function addOptions(
  body: JsonObject,
  call: ChatCall,
  options: CompatibleOptions,
  dropped: Set<string>,
): void {
  if (call.responseFormat) addResponseFormat(body, call.responseFormat, options, dropped);
  if (call.reasoning) {
    const fields = (options.renderReasoning ?? renderEffort)(call.reasoning, call.model);
    if (fields) Object.assign(body, fields);
    else dropped.add("reasoning_effort");
  }
  // A user id in the newer field is sent in that field only.
  if (call.endUser !== undefined && call.extras?.fields.safety_identifier !== call.endUser)
    body.user = call.endUser;
  if (call.metadata !== undefined) body.metadata = call.metadata;
  if (call.serviceTier !== undefined) body.service_tier = call.serviceTier;
  if (call.cacheKey !== undefined) body.prompt_cache_key = call.cacheKey;
  if (call.verbosity !== undefined) body.verbosity = call.verbosity;
}

function renderEffort(reasoning: ReasoningOptions): JsonObject | undefined {
  const effort = effortOf(reasoning);
  return effort === undefined ? undefined : { reasoning_effort: effort };
}

/** The requested effort, or the nearest one for a number of reasoning tokens. */
export function effortOf({ effort, budgetTokens }: ReasoningOptions): string | undefined {
  if (effort !== undefined || budgetTokens === undefined) return effort;
  if (budgetTokens <= 0) return budgetTokens === 0 ? "none" : "medium";
  return budgetTokens <= 2048 ? "low" : budgetTokens <= 8192 ? "medium" : "high";
}

function addResponseFormat(
  body: JsonObject,
  format: ResponseFormat,
  options: CompatibleOptions,
  dropped: Set<string>,
): void {
  if (format.type === "text") body.response_format = { type: "text" };
  else if (format.type === "json") body.response_format = { type: "json_object" };
  else if (options.jsonSchema === false) {
    body.response_format = { type: "json_object" };
    dropped.add("response_format.json_schema");
  } else {
    const { name, description, schema, strict } = format;
    const wire: JsonObject = { name, schema };
    if (description !== undefined) wire.description = description;
    if (strict !== undefined) wire.strict = strict;
    body.response_format = { type: "json_schema", json_schema: wire };
  }
}

/** Text output is the default and is not sent. */
function addSpeech(body: JsonObject, call: ChatCall, options: CompatibleOptions, dropped: Set<string>): void {
  if (call.audio) {
    if (options.speechOutput) body.audio = call.audio;
    else dropped.add("audio");
  }
  const { modalities } = call;
  if (!modalities?.some((modality) => modality !== "text")) return;
  const able =
    (options.speechOutput || !modalities.includes("audio")) &&
    (options.answerImages || !modalities.includes("image"));
  if (able) body.modalities = modalities;
  else dropped.add("modalities");
}

/** Unknown fields of this dialect are forwarded; ours win. */
function addExtras(body: JsonObject, { extras }: ChatCall, dropped: Set<string>): void {
  if (!extras) return;
  for (const [field, value] of Object.entries(extras.fields)) {
    if (extras.dialect !== "openai-chat") dropped.add(field);
    else if (!Object.hasOwn(body, field)) body[field] = value;
  }
}
