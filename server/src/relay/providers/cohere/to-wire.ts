import type { ChatCall, ChatTool } from "../../canonical/chat.ts";
import { noteUnsupported, type ChatOption } from "../kit/note-unsupported.ts";
import type { JsonObject } from "../kit/read-json.ts";
import { messagesToWire } from "./messages-to-wire.ts";
import type { WireRequest } from "./wire.ts";

const supported: ReadonlySet<ChatOption> = new Set<ChatOption>([
  "seed",
  "logprobs",
  "temperature",
  "top_p",
  "top_k",
  "frequency_penalty",
  "presence_penalty",
  "stop",
  "tools",
  "tool_choice",
  "response_format",
  "reasoning_effort",
]);

/** Renders a call for the v2 chat API. `dropped` gets the unsupported options, by OpenAI's field names. */
export function chatToWire(call: ChatCall): { body: WireRequest; dropped: string[] } {
  const dropped = new Set<string>();
  const thinks = call.model.includes("reasoning");
  const messages = messagesToWire(call.messages, thinks, dropped);
  const body: WireRequest = { model: call.model, stream: call.stream, messages };
  addLimits(body, call, dropped);
  addTools(body, call, dropped);
  addThinking(body, call, thinks, dropped);
  addFormat(body, call);
  noteUnsupported(call, supported, dropped);
  return { body, dropped: [...dropped] };
}

function addLimits(body: WireRequest, call: ChatCall, dropped: Set<string>): void {
  if (call.maxOutputTokens !== undefined) body.max_tokens = call.maxOutputTokens;
  if (call.temperature !== undefined) body.temperature = call.temperature;
  if (call.topP !== undefined) body.p = call.topP;
  if (call.topK !== undefined) body.k = call.topK;
  if (call.seed !== undefined) body.seed = call.seed;
  // Both range from 0 to 1 here.
  if (call.frequencyPenalty)
    body.frequency_penalty = bounded(call.frequencyPenalty, "frequency_penalty", dropped);
  if (call.presencePenalty)
    body.presence_penalty = bounded(call.presencePenalty, "presence_penalty", dropped);
  if (call.stop?.length) {
    // The API rejects more than five.
    if (call.stop.length > 5) dropped.add("stop");
    body.stop_sequences = call.stop.slice(0, 5);
  }
  if (call.logProbabilities) {
    body.logprobs = true;
    if (call.logProbabilities.alternatives > 0) dropped.add("top_logprobs");
  }
}

function bounded(value: number, field: string, dropped: Set<string>): number {
  const nearest = Math.min(Math.max(value, 0), 1);
  if (nearest !== value) dropped.add(field);
  return nearest;
}

function addTools(body: WireRequest, call: ChatCall, dropped: Set<string>): void {
  if (!call.tools?.length) return;
  const choice = call.toolChoice;
  // The API cannot force one tool by name, but it can be the only one offered.
  const named = choice?.type === "tool" ? call.tools.filter((tool) => tool.name === choice.name) : [];
  const offered = named.length > 0 ? named : call.tools;
  body.tools = offered.map(toolToWire);
  if (offered.some((tool) => tool.cache)) dropped.add("cache_control");
  if (offered.every((tool) => tool.strict)) body.strict_tools = true;
  if (choice?.type === "required" || choice?.type === "tool") body.tool_choice = "REQUIRED";
  else if (choice?.type === "none") body.tool_choice = "NONE";
}

function toolToWire(tool: ChatTool): JsonObject {
  const fn: JsonObject = { name: tool.name };
  if (tool.description !== undefined) fn.description = tool.description;
  fn.parameters = tool.parameters ?? { type: "object", properties: {} };
  return { type: "function", function: fn };
}

/** Reasoning models think by default; an effort becomes a share of the output limit. */
function addThinking(body: WireRequest, call: ChatCall, thinks: boolean, dropped: Set<string>): void {
  const { effort, budgetTokens } = call.reasoning ?? {};
  if (effort === undefined && budgetTokens === undefined) return;
  if (!thinks) {
    if (effort !== "none" && budgetTokens !== 0) dropped.add("reasoning_effort");
    return;
  }
  if (effort === "none" || budgetTokens === 0) body.thinking = { type: "disabled" };
  else {
    body.thinking = { type: "enabled" };
    const budget = budgetTokens ?? budgetOf(effort, call.maxOutputTokens);
    if (budget !== undefined) body.thinking.token_budget = budget;
  }
}

/** Shares of the output limit for each effort; the highest effort has no budget. */
function budgetOf(effort: string | undefined, limit = 8192): number | undefined {
  const share = effort === "minimal" || effort === "low" ? 0.2 : effort === "medium" ? 0.5 : undefined;
  return share === undefined ? undefined : Math.max(1, Math.floor(limit * share));
}

function addFormat(body: WireRequest, { responseFormat: format }: ChatCall): void {
  if (format?.type === "json") body.response_format = { type: "json_object" };
  else if (format?.type === "json-schema")
    body.response_format = { type: "json_object", json_schema: format.schema };
}
