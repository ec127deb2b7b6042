import type { ChatCall, ChatTool, HostedTool } from "../../canonical/chat.ts";
import { type Fields, isFields, reject, within } from "../kit/check-value.ts";
import { needText, readFlag, readObject, readObjects, readText } from "../kit/read-fields.ts";
import { builtInTools } from "./built-in-tools.ts";
import { type DeclaredTool, joinName, listTools, type ToolForm } from "./tool-forms.ts";

/**
 * Tools and the tool choice. Adds fields without an equivalent in a function to `unread`.
 * @throws RelayError naming the field
 */
export function parseTools(body: Fields, call: ChatCall, extras: Fields, unread: Set<string>): void {
  readObjects(body, "tools").forEach((tool, index) => checkTool(tool, within("tools", index)));
  const functions = new Map<string, ChatTool>();
  const hosted: HostedTool[] = [];
  for (const tool of listTools(body)) {
    if (tool.name === undefined) hosted.push(parseHosted(tool.definition));
    else if (!functions.has(tool.name)) functions.set(tool.name, parseTool(tool, tool.name, unread));
    // A search may find tools that were already declared.
    else if (tool.path.startsWith("tools")) unread.add(tool.path);
  }
  const allowed = parseChoice(body, call, extras, functions);
  const tools = [...functions.values()].filter((tool) => allowed?.names.has(tool.name) ?? true);
  const ownTools = hosted.filter((tool) => allowed?.types.has(tool.definition.type) ?? true);
  if (tools.length > 0) call.tools = tools;
  if (ownTools.length > 0) call.hostedTools = ownTools;
  const parallel = readFlag(body, "parallel_tool_calls");
  if (parallel !== undefined) call.parallelToolCalls = parallel;
}

function checkTool(tool: Fields, path: string): void {
  const type = needText(tool, "type", path);
  if (type === "function" || type === "custom" || type === "namespace") needText(tool, "name", path);
  if (type === "namespace")
    readObjects(tool, "tools", path).forEach((one, index) =>
      checkTool(one, within(within(path, "tools"), index)),
    );
}

function parseTool({ path, definition, form }: DeclaredTool, name: string, unread: Set<string>): ChatTool {
  if (form !== undefined && form.kind !== "function") return describeForm(form, name, definition, path);
  const tool: ChatTool = { name };
  const description = readText(definition, "description", path);
  if (description !== undefined) tool.description = description;
  const parameters = readObject(definition, "parameters", path);
  if (parameters !== undefined) tool.parameters = parameters;
  const strict = readFlag(definition, "strict", path);
  if (strict !== undefined) tool.strict = strict;
  for (const key of ["output_schema", "allowed_callers", "async"])
    if (definition[key] != null) unread.add(within(path, key));
  return tool;
}

/** A custom tool is a function with one text; its grammar becomes part of the description. */
function describeForm(form: ToolForm, name: string, definition: Fields, path: string): ChatTool {
  if (form.kind !== "custom" && form.kind !== "function") {
    const tool = builtInTools[form.kind];
    const description = readText(definition, "description", path) ?? tool.description;
    return { name, description, parameters: readObject(definition, "parameters", path) ?? tool.parameters };
  }
  const format = readObject(definition, "format", path) ?? {};
  const sentences = [readText(definition, "description", path), "The input is plain text."];
  if (format.type === "grammar")
    sentences.push(
      `The input must follow this ${format.syntax === "regex" ? "regular expression" : "Lark grammar"}:\n${readText(format, "definition", within(path, "format")) ?? ""}`,
    );
  return {
    name,
    description: sentences.filter(Boolean).join("\n\n"),
    parameters: {
      type: "object",
      properties: { input: { type: "string", description: "The whole input, as plain text." } },
      required: ["input"],
      additionalProperties: false,
    },
  };
}

function parseHosted(definition: Fields): HostedTool {
  const tool: HostedTool = { dialect: "openai-responses", definition };
  if (typeof definition.type !== "string") return tool;
  if (definition.type.startsWith("web_search")) tool.kind = "web-search";
  else if (definition.type === "code_interpreter") tool.kind = "code-execution";
  return tool;
}

/** With `allowed_tools` the other tools are not sent at all: allowed names, and kinds of hosted tools. */
interface AllowedTools {
  names: ReadonlySet<string>;
  types: ReadonlySet<unknown>;
}

function parseChoice(
  body: Fields,
  call: ChatCall,
  extras: Fields,
  functions: ReadonlyMap<string, ChatTool>,
): AllowedTools | undefined {
  const value = body.tool_choice;
  if (value == null) return undefined;
  if (value === "auto" || value === "none" || value === "required") {
    call.toolChoice = { type: value };
    return undefined;
  }
  if (!isFields(value)) reject("tool_choice", "'tool_choice' must be auto, none, required or an object.");
  if (value.type === "allowed_tools") {
    call.toolChoice = { type: value.mode === "required" ? "required" : "auto" };
    const tools = readObjects(value, "tools", "tool_choice");
    return { names: new Set(tools.map(nameOf)), types: new Set(tools.map((tool) => tool.type)) };
  }
  if (value.type === "function" || value.type === "custom") needText(value, "name", "tool_choice");
  const name = nameOf(value);
  // A hosted tool can be chosen in its own dialect only.
  if (value.type === "function" || value.type === "custom" || functions.has(name))
    call.toolChoice = { type: "tool", name };
  else extras.tool_choice = value;
  return undefined;
}

function nameOf(tool: Fields): string {
  const name = typeof tool.name === "string" ? joinName(tool.namespace, tool.name) : tool.type;
  return typeof name === "string" ? name : "";
}
