import type { ChatCall, ChatTool, ToolChoice } from "../../canonical/chat.ts";
import { readCacheMark } from "./parse-parts.ts";
import {
  type Fields,
  isFields,
  needObject,
  needText,
  readFlag,
  readObject,
  readObjects,
  readText,
  refuse,
  within,
} from "./read-fields.ts";

/** Tools and the choice among them, with the `functions` of earlier days. Tools that are no functions are named in `unread`. */
export function parseTools(body: Fields, call: ChatCall, unread: Set<string>): void {
  const tools = readObjects(body, "tools").flatMap((tool, index) => {
    const path = within("tools", index);
    if (needText(tool, "type", path) === "function") return [parseTool(tool, path)];
    unread.add(path);
    return [];
  });
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

interface ParsedChoice {
  choice: ToolChoice;
  /** With `allowed_tools` the others are not offered at all. */
  allowed?: ReadonlySet<string>;
}

function parseChoice(value: unknown, body: Fields, unread: Set<string>): ParsedChoice | undefined {
  const field = body.tool_choice == null ? "function_call" : "tool_choice";
  if (value == null) return undefined;
  if (value === "auto" || value === "none" || value === "required") return { choice: { type: value } };
  if (!isFields(value)) refuse(field, `'${field}' must be auto, none, required or an object.`);
  switch (value.type ?? "function") {
    case "allowed_tools":
      return parseAllowed(value);
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
    (tool) => readText(readObject(tool, "function", path) ?? {}, "name", path) ?? [],
  );
  const type = allowed.mode === "required" ? "required" : "auto";
  return { choice: { type }, allowed: new Set(names) };
}
