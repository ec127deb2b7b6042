import type { ChatCall, ChatTool } from "../../canonical/chat.ts";
import { noteUnsupported, type ChatOption } from "../kit/note-unsupported.ts";
import type { JsonObject } from "../kit/read-json.ts";
import { messagesToWire } from "./messages-to-wire.ts";
import { familyOf, type ModelFamily } from "./model-family.ts";
import type { WireRequest, WireTool } from "./wire.ts";

const supported: ReadonlySet<ChatOption> = new Set<ChatOption>([
  "temperature",
  "top_p",
  "top_k",
  "stop",
  "tools",
  "tool_choice",
  "response_format",
  "reasoning_effort",
  "service_tier",
]);

/** Renders a call for Converse. `dropped` gets the unsupported options, by OpenAI's field names. */
export function chatToWire(call: ChatCall): { body: WireRequest; dropped: string[] } {
  const dropped = new Set<string>();
  const family = familyOf(call.model);
  const body: WireRequest = messagesToWire(call.messages, family.caches === true, dropped);
  addInference(body, call);
  addTools(body, call, dropped);
  addModelFields(body, call, family, dropped);
  addFormat(body, call, dropped);
  if (call.serviceTier !== undefined && call.serviceTier !== "auto") {
    if (tiers.has(call.serviceTier)) body.serviceTier = { type: call.serviceTier };
    else dropped.add("service_tier");
  }
  noteUnsupported(call, supported, dropped);
  return { body, dropped: [...dropped] };
}

const tiers = new Set(["default", "flex", "priority", "reserved"]);

function addInference(body: WireRequest, call: ChatCall): void {
  const config: NonNullable<WireRequest["inferenceConfig"]> = {};
  if (call.maxOutputTokens !== undefined) config.maxTokens = call.maxOutputTokens;
  if (call.temperature !== undefined) config.temperature = call.temperature;
  if (call.topP !== undefined) config.topP = call.topP;
  if (call.stop?.length) config.stopSequences = call.stop;
  if (Object.keys(config).length > 0) body.inferenceConfig = config;
}

/** A conversation with tool calls must define its tools, even if the caller no longer offers or allows any. */
function addTools(body: WireRequest, call: ChatCall, dropped: Set<string>): void {
  const used = namesOfUsedTools(body);
  const offered = call.tools ?? [];
  if (call.toolChoice?.type === "none" && offered.length > 0) {
    if (used.size === 0) return;
    dropped.add("tool_choice");
  }
  for (const tool of offered) used.delete(tool.name);
  const tools = [
    ...offered.map((tool) => toolToWire(tool, dropped)),
    ...[...used].map((name) => toolToWire({ name }, dropped)),
  ];
  if (tools.length === 0) return;
  body.toolConfig = { tools };
  const choice = offered.length > 0 ? call.toolChoice : undefined;
  if (choice?.type === "required") body.toolConfig.toolChoice = { any: {} };
  else if (choice?.type === "tool") body.toolConfig.toolChoice = { tool: { name: choice.name } };
  else if (choice?.type === "auto") body.toolConfig.toolChoice = { auto: {} };
}

function namesOfUsedTools(body: WireRequest): Set<string> {
  const names = new Set<string>();
  for (const message of body.messages)
    for (const block of message.content) if ("toolUse" in block) names.add(block.toolUse.name);
  return names;
}

function toolToWire(tool: ChatTool, dropped: Set<string>): WireTool {
  const json: JsonObject = { type: "object", ...tool.parameters };
  if (json.properties === undefined) json.properties = {};
  const toolSpec: WireTool["toolSpec"] = { name: tool.name, inputSchema: { json } };
  if (tool.description) toolSpec.description = tool.description;
  if (tool.strict) toolSpec.strict = true;
  // The families called by Converse cache messages and system only.
  if (tool.cache) dropped.add("cache_control");
  return { toolSpec };
}

function addModelFields(body: WireRequest, call: ChatCall, family: ModelFamily, dropped: Set<string>): void {
  const fields: JsonObject = {};
  if (call.topK !== undefined) {
    if (family.topK) Object.assign(fields, family.topK(call.topK));
    else dropped.add("top_k");
  }
  const effort = requestedEffort(call);
  if (effort !== undefined && effort !== "none") {
    if (family.effort) Object.assign(fields, family.effort(chooseEffort(effort, body, family, dropped)));
    else dropped.add("reasoning_effort");
  }
  if (Object.keys(fields).length > 0) body.additionalModelRequestFields = fields;
}

/** A token budget becomes the nearest effort. */
function requestedEffort({ reasoning }: ChatCall): string | undefined {
  if (reasoning?.effort !== undefined || reasoning?.budgetTokens === undefined) return reasoning?.effort;
  const { budgetTokens } = reasoning;
  if (budgetTokens <= 0) return "none";
  return budgetTokens <= 2048 ? "low" : budgetTokens <= 8192 ? "medium" : "high";
}

function chooseEffort(
  effort: string,
  body: WireRequest,
  family: ModelFamily,
  dropped: Set<string>,
): "low" | "medium" | "high" {
  if (effort === "minimal" || effort === "low") return "low";
  if (effort === "medium") return "medium";
  const { maxTokens, temperature, topP } = body.inferenceConfig ?? {};
  const limited = maxTokens !== undefined || temperature !== undefined || topP !== undefined;
  if (!family.highEffortRejectsLimits || !limited) return "high";
  // A limit bounds the caller's cost: the effort is reduced, not the limit.
  dropped.add("reasoning_effort");
  return "medium";
}

function addFormat(body: WireRequest, call: ChatCall, dropped: Set<string>): void {
  const format = call.responseFormat;
  if (format === undefined || format.type === "text") return;
  if (format.type === "json") {
    dropped.add("response_format");
    return;
  }
  const { name, description } = format;
  const jsonSchema: JsonObject = { name, schema: JSON.stringify(format.schema) };
  if (description) jsonSchema.description = description;
  body.outputConfig = { textFormat: { type: "json_schema", structure: { jsonSchema } } };
}
