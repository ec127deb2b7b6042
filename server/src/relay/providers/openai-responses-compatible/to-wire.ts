import type { ChatCall, ChatTool, HostedTool, ResponseFormat } from "../../canonical/chat.ts";
import { asList, asObject, asText, type JsonObject } from "../kit/read-json.ts";
import { messagesToWire } from "./messages-to-wire.ts";
import { type ResponsesOptions, defaultHostedTools } from "./options.ts";

/**
 * Body of a Responses request. The vendor stores nothing, and reasoning is returned encrypted for the next turn.
 * `dropped` gets the options that this vendor does not support, by OpenAI's field names.
 */
export function chatToWire(
  call: ChatCall,
  options: ResponsesOptions,
): { body: JsonObject; dropped: string[] } {
  const dropped = new Set<string>();
  const { instructions, input } = messagesToWire(call.messages, dropped);
  const body: JsonObject = { model: call.model };
  if (instructions !== undefined) body.instructions = instructions;
  body.input = input;
  if (call.stream) body.stream = true;
  body.store = false;
  body.include = ["reasoning.encrypted_content"];
  addTools(body, call, options, dropped);
  addLimits(body, call, options, dropped);
  addOptions(body, call);
  addExtras(body, call, dropped);
  for (const field of options.unsupportedFields ?? []) {
    if (body[field] === undefined) continue;
    delete body[field];
    dropped.add(field);
  }
  return { body, dropped: [...dropped] };
}

function addTools(body: JsonObject, call: ChatCall, options: ResponsesOptions, dropped: Set<string>): void {
  const tools = [
    ...(call.tools ?? []).map((tool) => toolToWire(tool, dropped)),
    ...(call.hostedTools ?? []).flatMap((tool) => hostedToWire(tool, options, dropped)),
  ];
  if (tools.length > 0) body.tools = tools;
  const choice = call.toolChoice;
  if (choice)
    body.tool_choice = choice.type === "tool" ? { type: "function", name: choice.name } : choice.type;
  if (call.parallelToolCalls !== undefined && tools.length > 0)
    body.parallel_tool_calls = call.parallelToolCalls;
}

/** Responses defaults to strict, which most schemas do not satisfy. */
function toolToWire(tool: ChatTool, dropped: Set<string>): JsonObject {
  if (tool.cache) dropped.add("cache_control");
  const wire: JsonObject = { type: "function", name: tool.name };
  if (tool.description !== undefined) wire.description = tool.description;
  wire.parameters = tool.parameters ?? { type: "object", properties: {} };
  wire.strict = tool.strict ?? false;
  return wire;
}

function hostedToWire(tool: HostedTool, options: ResponsesOptions, dropped: Set<string>): JsonObject[] {
  if (tool.dialect === "openai-responses") return [tool.definition];
  const own = tool.kind && (options.hostedTools ?? defaultHostedTools)[tool.kind];
  if (own) return [own];
  dropped.add(`tools.${asText(tool.definition.type) ?? tool.kind ?? "hosted"}`);
  return [];
}

function addLimits(body: JsonObject, call: ChatCall, options: ResponsesOptions, dropped: Set<string>): void {
  if (call.maxOutputTokens !== undefined) {
    body.max_output_tokens = Math.max(call.maxOutputTokens, minOutput);
    if (call.maxOutputTokens < minOutput) dropped.add("max_output_tokens");
  }
  const reasons = options.isReasoningModel?.(call.model) ?? false;
  for (const [field, value] of [
    ["temperature", call.temperature],
    ["top_p", call.topP],
  ] as const) {
    if (value === undefined) continue;
    if (reasons) dropped.add(field);
    else body[field] = value;
  }
  if (call.logProbabilities) {
    addInclude(body, ["message.output_text.logprobs"]);
    if (call.logProbabilities.alternatives > 0) body.top_logprobs = call.logProbabilities.alternatives;
  }
  const unsupported: JsonObject = {
    top_k: call.topK,
    frequency_penalty: call.frequencyPenalty,
    presence_penalty: call.presencePenalty,
    seed: call.seed,
    stop: call.stop?.length ? call.stop : undefined,
    n: call.choices === 1 ? undefined : call.choices,
    audio: call.audio ?? (call.modalities?.includes("audio") ? true : undefined),
  };
  for (const [field, value] of Object.entries(unsupported)) if (value !== undefined) dropped.add(field);
}

/** The API rejects a smaller limit. */
const minOutput = 16;

function addInclude(body: JsonObject, more: readonly unknown[]): void {
  body.include = [...new Set([...asList(body.include), ...more])];
}

function addOptions(body: JsonObject, call: ChatCall): void {
  const text: JsonObject = {};
  if (call.responseFormat) text.format = formatToWire(call.responseFormat);
  if (call.verbosity !== undefined) text.verbosity = call.verbosity;
  if (Object.keys(text).length > 0) body.text = text;
  const effort = call.reasoning?.effort ?? effortOfBudget(call.reasoning?.budgetTokens);
  if (effort !== undefined) body.reasoning = { effort };
  if (call.endUser !== undefined) body.user = call.endUser;
  if (call.metadata !== undefined) body.metadata = call.metadata;
  if (call.serviceTier !== undefined) body.service_tier = call.serviceTier;
  if (call.cacheKey !== undefined) body.prompt_cache_key = call.cacheKey;
}

/** The nearest effort for a number of reasoning tokens. */
function effortOfBudget(budget: number | undefined): string | undefined {
  if (budget === undefined) return undefined;
  if (budget <= 0) return "none";
  return budget <= 2048 ? "low" : budget <= 8192 ? "medium" : "high";
}

function formatToWire(format: ResponseFormat): JsonObject {
  if (format.type === "text") return { type: "text" };
  if (format.type === "json") return { type: "json_object" };
  const { name, description, schema, strict } = format;
  const wire: JsonObject = { type: "json_schema", name, schema, strict: strict ?? false };
  if (description !== undefined) wire.description = description;
  return wire;
}

/** Fields of this dialect, unchanged; a name with a dot is a field within an object (`reasoning.summary`). */
function addExtras(body: JsonObject, call: ChatCall, dropped: Set<string>): void {
  if (call.extras === undefined) return;
  for (const [name, value] of Object.entries(call.extras.fields)) {
    if (call.extras.dialect !== "openai-responses") dropped.add(name);
    else if (name === "include") addInclude(body, asList(value));
    else addField(body, name, value);
  }
}

function addField(body: JsonObject, name: string, value: unknown): void {
  const dot = name.indexOf(".");
  const key = dot === -1 ? name : name.slice(0, dot);
  if (dot === -1) body[key] ??= value;
  else body[key] = { [name.slice(dot + 1)]: value, ...asObject(body[key]) };
}
