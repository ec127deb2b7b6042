import type { ChatCall, ChatTool, HostedTool, ToolChoice } from "../../canonical/chat.ts";
import { type Fields, isFields, reject, within } from "../kit/check-value.ts";
import { needObject, needText, readFlag, readObject, readObjects, readText } from "../kit/read-fields.ts";
import { readCacheMark } from "./parse-parts.ts";

/**
 * Tools and the tool choice, with the legacy `functions`. A tool that is neither a function nor a custom tool is run by
 * the upstream (`web_search`, `builtin_function` …).
 */
export function parseTools(body: Fields, call: ChatCall, unread: Set<string>): void {
  const tools: ChatTool[] = [];
  const hosted: HostedTool[] = [];
  readObjects(body, "tools").forEach((tool, index) => {
    const path = within("tools", index);
    const type = needText(tool, "type", path);
    if (type === "function") tools.push(parseTool(tool, path));
    else if (type === "custom") tools.push(parseCustom(tool, path, unread));
    else hosted.push(parseHosted(type, tool));
  });
  const search = readObject(body, "web_search_options");
  if (search) hosted.push({ kind: "web-search", dialect: "openai-chat", definition: search });
  if (hosted.length > 0) call.hostedTools = hosted;
  tools.push(
    ...readObjects(body, "functions").map((fn, index) => parseFunction(fn, within("functions", index))),
  );
  const choice = parseChoice(body.tool_choice ?? body.function_call, body, unread);
  const allowed = choice?.allowed;
  if (tools.length > 0) call.tools = allowed ? tools.filter((tool) => allowed.has(tool.name)) : tools;
  if (choice) call.toolChoice = choice.choice;
  const parallel = readFlag(body, "parallel_tool_calls");
  if (parallel !== undefined) call.parallelToolCalls = parallel;
}

function parseTool(tool: Fields, path: string): ChatTool {
  const fn = needObject(tool, "function", path);
  const parsed = parseFunction(fn, within(path, "function"));
  const cache = readCacheMark(tool, path) ?? readCacheMark(fn, within(path, "function"));
  return cache ? { ...parsed, cache } : parsed;
}

function parseFunction(fn: Fields, path: string): ChatTool {
  const tool: ChatTool = { name: needText(fn, "name", path) };
  const description = readText(fn, "description", path);
  if (description !== undefined) tool.description = description;
  const parameters = readObject(fn, "parameters", path);
  if (parameters !== undefined) tool.parameters = parameters;
  const strict = readFlag(fn, "strict", path);
  if (strict !== undefined) tool.strict = strict;
  return tool;
}

/** A custom tool, called with free text: a function with the one argument `input`. Its grammar is lost. */
function parseCustom(tool: Fields, path: string, unread: Set<string>): ChatTool {
  const at = within(path, "custom");
  const custom = needObject(tool, "custom", path);
  const description = readText(custom, "description", at);
  if (readObject(custom, "format", at)?.type === "grammar") unread.add(within(at, "format"));
  return {
    name: needText(custom, "name", at),
    ...(description !== undefined && { description }),
    parameters: { type: "object", properties: { input: { type: "string" } }, required: ["input"] },
  };
}

function parseHosted(type: string, definition: Fields): HostedTool {
  const tool: HostedTool = { dialect: "openai-chat", definition };
  if (/web_?search|browser_search/.test(type)) tool.kind = "web-search";
  else if (type === "code_interpreter") tool.kind = "code-execution";
  return tool;
}

/** Names of the caller's custom tools, whose calls are returned as such. */
export function customTools(request: unknown): ReadonlySet<string> {
  const tools: unknown[] = isFields(request) && Array.isArray(request.tools) ? request.tools : [];
  const names = tools.flatMap((tool) => {
    const custom = isFields(tool) && tool.type === "custom" ? tool.custom : undefined;
    return isFields(custom) && typeof custom.name === "string" ? [custom.name] : [];
  });
  return new Set(names);
}

/** True for a caller that sends only `functions` and expects a `function_call`. */
export function wantsFunctionCall(request: unknown): boolean {
  return isFields(request) && Array.isArray(request.functions) && !Array.isArray(request.tools);
}

interface ParsedChoice {
  choice: ToolChoice;
  /** With `allowed_tools` the other tools are not sent at all. */
  allowed?: ReadonlySet<string>;
}

function parseChoice(value: unknown, body: Fields, unread: Set<string>): ParsedChoice | undefined {
  const field = body.tool_choice == null ? "function_call" : "tool_choice";
  if (value == null) return undefined;
  if (value === "auto" || value === "none" || value === "required") return { choice: { type: value } };
  if (!isFields(value)) reject(field, `'${field}' must be auto, none, required or an object.`);
  switch (value.type ?? "function") {
    case "allowed_tools":
      return parseAllowed(value);
    case "custom":
      return { choice: { type: "tool", name: needText(needObject(value, "custom", field), "name", field) } };
    case "function": {
      const named = field === "function_call" ? value : needObject(value, "function", field);
      return { choice: { type: "tool", name: needText(named, "name", field) } };
    }
    default:
      unread.add(field);
      return undefined;
  }
}

function parseAllowed(value: Fields): ParsedChoice {
  const path = "tool_choice.allowed_tools";
  const allowed = needObject(value, "allowed_tools", "tool_choice");
  const names = readObjects(allowed, "tools", path).flatMap(
    (tool) =>
      readText(readObject(tool, "function", path) ?? readObject(tool, "custom", path) ?? {}, "name", path) ??
      [],
  );
  const type = allowed.mode === "required" ? "required" : "auto";
  return { choice: { type }, allowed: new Set(names) };
}
