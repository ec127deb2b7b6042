import type { ChatCall, ChatTool, ResponseFormat, ToolChoice } from "../../canonical/chat.ts";
import type { JsonObject } from "../kit/read-json.ts";
import { messagesToWire } from "./messages-to-wire.ts";
import type { CompatibleOptions } from "./options.ts";

/**
 * Body of a Chat Completions request. `dropped` names what this vendor cannot be told, by OpenAI's field names (D13).
 */
export function chatToWire(
  call: ChatCall,
  options: CompatibleOptions,
): { body: JsonObject; dropped: string[] } {
  const dropped = new Set<string>();
  const body: JsonObject = { model: call.model, messages: messagesToWire(call.messages, options, dropped) };
  if (call.stream) {
    body.stream = true;
    if (options.streamOptions !== false) body.stream_options = { include_usage: true };
  }
  addTools(body, call, options, dropped);
  addLimits(body, call, options, dropped);
  addWishes(body, call, options, dropped);
  for (const field of options.unknownFields ?? []) {
    if (body[field] === undefined) continue;
    delete body[field];
    dropped.add(field);
  }
  return { body, dropped: [...dropped] };
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
  const sampling: JsonObject = {
    temperature: call.temperature,
    top_p: call.topP,
    frequency_penalty: call.frequencyPenalty,
    presence_penalty: call.presencePenalty,
    top_k: call.topK,
  };
  for (const [field, value] of Object.entries(sampling)) {
    if (value === undefined) continue;
    if (reasons || (field === "top_k" && !options.topK)) dropped.add(field);
    else body[field] = value;
  }
}

function addWishes(body: JsonObject, call: ChatCall, options: CompatibleOptions, dropped: Set<string>): void {
  if (call.responseFormat) addResponseFormat(body, call.responseFormat, options, dropped);
  const effort = call.reasoning?.effort ?? effortOfBudget(call.reasoning?.budgetTokens);
  if (effort !== undefined) body.reasoning_effort = effort;
  if (call.endUser !== undefined) body.user = call.endUser;
  if (call.metadata !== undefined) body.metadata = call.metadata;
  if (call.serviceTier !== undefined) body.service_tier = call.serviceTier;
  if (call.cacheKey !== undefined) body.prompt_cache_key = call.cacheKey;
  if (call.verbosity !== undefined) body.verbosity = call.verbosity;
}

/** The nearest effort for a number of thinking tokens. */
function effortOfBudget(budget: number | undefined): string | undefined {
  if (budget === undefined) return undefined;
  if (budget <= 0) return "none";
  return budget <= 2048 ? "low" : budget <= 8192 ? "medium" : "high";
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
