import type { ChatCall, ChatTool, HostedTool } from "../../canonical/chat.ts";
import { asFilledText, asObject, type JsonObject } from "../kit/read-json.ts";
import { cleanSchema } from "./clean-schema.ts";
import type { ModelTraits } from "./model-traits.ts";
import { subsetSchema } from "./subset-schema.ts";
import type { WireFunction, WireRequest } from "./wire.ts";

/** What this request supports of tools. */
export interface ToolRules {
  traits: ModelTraits;
  /** Functions are described in JSON Schema. */
  jsonSchema: boolean;
  /** The answer reports calls of server tools on request. */
  reportsServerTools: boolean;
  /** Tools that the channel adds. */
  added: readonly JsonObject[];
}

/** Adds functions, server tools and the tool choice. */
export function addTools(body: WireRequest, call: ChatCall, rules: ToolRules, dropped: Set<string>): void {
  const functions = (call.tools ?? []).filter((tool) => ownToolNames.get(tool.name) === undefined);
  const own = collectOwnTools(call, rules, functions.length > 0, dropped);
  const tools: JsonObject[] = [...own];
  if (functions.length > 0)
    tools.unshift({ functionDeclarations: functions.map((tool) => functionToWire(tool, rules, dropped)) });
  if (tools.length === 0) return;
  body.tools = tools;
  const config = functions.length > 0 ? chooseFunction(call) : undefined;
  if (config) body.toolConfig = { functionCallingConfig: config };
  if (functions.length > 0 && own.length > 0 && rules.traits.newest && rules.reportsServerTools)
    body.toolConfig = { ...body.toolConfig, includeServerSideToolInvocations: true };
  if (call.parallelToolCalls === false && functions.length > 0) dropped.add("parallel_tool_calls");
}

/** Functions with these names enable Google's tool of the same name. */
const ownToolNames = new Map<string, JsonObject>(
  ["googleSearch", "codeExecution", "urlContext"].map((name) => [name, { [name]: {} }]),
);

const ownTools: Record<NonNullable<HostedTool["kind"]>, JsonObject> = {
  "web-search": { googleSearch: {} },
  "code-execution": { codeExecution: {} },
  "url-fetch": { urlContext: {} },
};

/**
 * Models before 3 accept functions or server tools, not both; functions win, unless the caller requested both in
 * Google's format.
 */
function collectOwnTools(
  call: ChatCall,
  { traits, added }: ToolRules,
  hasFunctions: boolean,
  dropped: Set<string>,
): JsonObject[] {
  const native: JsonObject[] = [];
  const meant: JsonObject[] = [...added];
  for (const tool of call.hostedTools ?? []) {
    if (tool.dialect === "gemini-generate") native.push(tool.definition);
    else if (tool.kind !== undefined) meant.push(ownTools[tool.kind]);
    else dropped.add(`tools.${asFilledText(tool.definition.type) ?? "hosted"}`);
  }
  for (const tool of call.tools ?? []) {
    const own = ownToolNames.get(tool.name);
    if (own) native.push(own);
  }
  if (hasFunctions && !traits.newest && meant.length > 0) {
    for (const tool of meant) dropped.add(`tools.${Object.keys(tool)[0] ?? ""}`);
    meant.length = 0;
  }
  return onlyOnce([...native, ...meant]);
}

function onlyOnce(tools: readonly JsonObject[]): JsonObject[] {
  const byName = new Map<string, JsonObject>();
  for (const tool of tools) {
    const name = Object.keys(tool).join();
    if (!byName.has(name)) byName.set(name, tool);
  }
  return [...byName.values()];
}

function functionToWire(tool: ChatTool, { jsonSchema }: ToolRules, dropped: Set<string>): WireFunction {
  const wire: WireFunction = { name: tool.name };
  if (tool.description) wire.description = tool.description;
  if (tool.strict) dropped.add("tools.strict");
  if (tool.cache) dropped.add("cache_control");
  if (hasParameters(tool)) {
    const schema = cleanSchema({ type: "object", ...tool.parameters });
    if (jsonSchema) wire.parametersJsonSchema = schema;
    else wire.parameters = subsetSchema(schema);
  }
  return wire;
}

/** Some versions reject an object without properties; a function without arguments omits it. */
function hasParameters({ parameters }: ChatTool): boolean {
  if (parameters === undefined) return false;
  const properties = asObject(parameters.properties);
  if (properties !== undefined && Object.keys(properties).length > 0) return true;
  return ["$ref", "anyOf", "oneOf", "allOf"].some((key) => parameters[key] !== undefined);
}

function chooseFunction({ toolChoice: choice }: ChatCall): JsonObject | undefined {
  switch (choice?.type) {
    case "none":
      return { mode: "NONE" };
    case "required":
      return { mode: "ANY" };
    case "tool":
      return { mode: "ANY", allowedFunctionNames: [choice.name] };
    case "auto":
      return { mode: "AUTO" };
    default:
      return undefined;
  }
}
