import type { ChatCall, ChatTool, HostedTool } from "../../canonical/chat.ts";
import type { JsonObject } from "../kit/read-json.ts";
import { dialect } from "./dialect.ts";
import { fieldsUnder, ownFields } from "./extras-to-wire.ts";
import type { ModelTraits } from "./model-traits.ts";
import type { MessagesOptions } from "./options.ts";
import { strictSchema } from "./strict-schema.ts";
import type { WireRequest, WireTool, WireToolChoice } from "./wire.ts";

/** Adds the tools and the tool choice. Hosted tools that the vendor does not run are named in `dropped`. */
export function addTools(
  body: WireRequest,
  call: ChatCall,
  { traits, options }: { traits: ModelTraits; options: MessagesOptions },
  dropped: Set<string>,
): void {
  const own = (call.tools ?? []).map((tool) => toolToWire(tool, call, traits));
  const hosted = (call.hostedTools ?? []).flatMap((tool) => hostedToWire(tool, options, dropped));
  const offered = [...own, ...hosted];
  const tools = own.length > 0 ? offered : [...namelessTools(body, hosted), ...hosted];
  if (tools.length === 0) return;
  body.tools = tools;
  const choice = chooseTool(call);
  if (offered.length === 0) body.tool_choice = { type: "none" };
  else if (choice) body.tool_choice = choice;
}

function toolToWire(tool: ChatTool, call: ChatCall, traits: ModelTraits): WireTool {
  const own = ownFields(call);
  const schema: JsonObject = { type: "object", ...tool.parameters };
  if (tool.parameters === undefined) schema.properties = {};
  const wire: WireTool = { name: tool.name, input_schema: schema };
  if (tool.description) wire.description = tool.description;
  if (tool.strict && traits.jsonSchema) {
    wire.strict = true;
    // A caller of this dialect sends a schema that the API accepts.
    if (!own) wire.input_schema = strictSchema(schema);
  }
  if (tool.cache) wire.cache_control = { type: "ephemeral", ...tool.cache };
  return own ? { ...wire, ...fieldsUnder(own, `tools.${tool.name}`) } : wire;
}

/**
 * A server tool: unchanged if it is of this dialect, else the closest one of its kind, in the version that every model
 * with such tools supports.
 */
function hostedToWire(tool: HostedTool, options: MessagesOptions, dropped: Set<string>): JsonObject[] {
  const wire = tool.dialect === dialect ? tool.definition : tool.kind && commonTools[tool.kind];
  const type = typeof wire?.type === "string" ? wire.type : undefined;
  if (wire !== undefined && (type === undefined || (options.runsTool?.(type) ?? true))) return [wire];
  dropped.add(`tools.${tool.kind ?? type ?? "hosted"}`);
  return [];
}

const commonTools: Record<NonNullable<HostedTool["kind"]>, JsonObject> = {
  "web-search": { type: "web_search_20250305", name: "web_search" },
  "url-fetch": { type: "web_fetch_20250910", name: "web_fetch" },
  "code-execution": { type: "code_execution_20250825", name: "code_execution" },
};

/** A conversation with tool calls must define its tools, even if the caller no longer offers any. */
function namelessTools(body: WireRequest, hosted: readonly JsonObject[]): WireTool[] {
  const known = new Set(hosted.map((tool) => tool.name));
  const names = new Set<string>();
  for (const message of body.messages)
    for (const block of message.content)
      if (block.type === "tool_use" && !known.has(block.name)) names.add(block.name);
  return [...names].map((name) => ({ name, input_schema: { type: "object", properties: {} } }));
}

function chooseTool(call: ChatCall): WireToolChoice | undefined {
  const single = call.parallelToolCalls === false ? { disable_parallel_tool_use: true } : {};
  switch (call.toolChoice?.type) {
    case "none":
      return { type: "none" };
    case "required":
      return { type: "any", ...single };
    case "tool":
      return { type: "tool", name: call.toolChoice.name, ...single };
    case "auto":
      return { type: "auto", ...single };
    default:
      return call.parallelToolCalls === false ? { type: "auto", ...single } : undefined;
  }
}
