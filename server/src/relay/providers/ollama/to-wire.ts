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

/** Renders a call for `/api/chat`. `dropped` gets the unsupported options, by OpenAI's field names. */
export function chatToWire(call: ChatCall): { body: WireRequest; dropped: string[] } {
  const dropped = new Set<string>();
  const messages = messagesToWire(call.messages, dropped);
  const body: WireRequest = { model: call.model, stream: call.stream, messages };
  addOptions(body, call);
  addTools(body, call, dropped);
  addThinking(body, call);
  const format = call.responseFormat;
  if (format?.type === "json") body.format = "json";
  else if (format?.type === "json-schema") body.format = format.schema;
  noteUnsupported(call, supported, dropped);
  return { body, dropped: [...dropped] };
}

function addOptions(body: WireRequest, call: ChatCall): void {
  const options: JsonObject = {
    num_predict: call.maxOutputTokens,
    temperature: call.temperature,
    top_p: call.topP,
    top_k: call.topK,
    seed: call.seed,
    frequency_penalty: call.frequencyPenalty,
    presence_penalty: call.presencePenalty,
    stop: call.stop?.length ? call.stop : undefined,
  };
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  if (given.length > 0) body.options = Object.fromEntries(given);
  if (call.logProbabilities) {
    body.logprobs = true;
    if (call.logProbabilities.alternatives > 0) body.top_logprobs = call.logProbabilities.alternatives;
  }
}

/** The API has no tool choice: for "none" no tools are sent, for a named tool only that one. */
function addTools(body: WireRequest, call: ChatCall, dropped: Set<string>): void {
  const choice = call.toolChoice;
  if (!call.tools?.length || choice?.type === "none") return;
  const named = choice?.type === "tool" ? call.tools.filter((tool) => tool.name === choice.name) : [];
  const offered = named.length > 0 ? named : call.tools;
  body.tools = offered.map(toolToWire);
  if (choice?.type === "required" || choice?.type === "tool") dropped.add("tool_choice");
  if (offered.some((tool) => tool.cache)) dropped.add("cache_control");
}

function toolToWire(tool: ChatTool): JsonObject {
  const fn: JsonObject = {
    name: tool.name,
    parameters: tool.parameters ?? { type: "object", properties: {} },
  };
  if (tool.description !== undefined) fn.description = tool.description;
  return { type: "function", function: fn };
}

/** gpt-oss has levels, other models an on/off switch only. */
function addThinking(body: WireRequest, { model, reasoning }: ChatCall): void {
  const { effort, budgetTokens } = reasoning ?? {};
  if (effort === undefined && budgetTokens === undefined) return;
  if (effort === "none" || (effort === undefined && budgetTokens === 0)) body.think = false;
  else if (!model.includes("gpt-oss")) body.think = true;
  else body.think = levelOf(effort, budgetTokens ?? 0);
}

function levelOf(effort: string | undefined, budget: number): "low" | "medium" | "high" {
  if (effort === undefined) return budget <= 2048 ? "low" : budget <= 8192 ? "medium" : "high";
  if (effort === "minimal" || effort === "low") return "low";
  return effort === "medium" ? "medium" : "high";
}
