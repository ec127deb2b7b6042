import type { ChatCall, ChatTool, HostedTool } from "../../canonical/chat.ts";
import { type Fields } from "../kit/check-value.ts";
import { noteUnread } from "../kit/name-unread.ts";
import { needText, readFlag, readObject, readText } from "../kit/read-fields.ts";
import { readObjects, within } from "./dotted-path.ts";
import { dialect } from "./foreign-reasoning.ts";
import { readCacheMark } from "./parse-blocks.ts";

/**
 * Tools and the tool choice. Fields of a tool that only this dialect has go into `extras`, as `tools.<name>.<field>`.
 */
export function parseTools(body: Fields, call: ChatCall, extras: Fields, unread: Set<string>): void {
  const tools: ChatTool[] = [];
  const hosted: HostedTool[] = [];
  readObjects(body, "tools").forEach((tool, index) => {
    const path = within("tools", index);
    const type = readText(tool, "type", path) ?? "custom";
    if (type === "custom") tools.push(parseTool(tool, path, extras));
    else hosted.push(parseHosted(tool, type));
  });
  if (tools.length > 0) call.tools = tools;
  if (hosted.length > 0) call.hostedTools = hosted;
  parseChoice(body, call, unread);
}

function parseTool(tool: Fields, path: string, extras: Fields): ChatTool {
  const parsed: ChatTool = { name: needText(tool, "name", path) };
  const description = readText(tool, "description", path);
  if (description !== undefined) parsed.description = description;
  const parameters = readObject(tool, "input_schema", path);
  if (parameters !== undefined) parsed.parameters = parameters;
  const strict = readFlag(tool, "strict", path);
  if (strict !== undefined) parsed.strict = strict;
  const cache = readCacheMark(tool, path);
  if (cache) parsed.cache = cache;
  for (const [key, value] of Object.entries(tool))
    if (!toolFields.has(key) && value != null) extras[`tools.${parsed.name}.${key}`] = value;
  return parsed;
}

const toolFields = new Set(["type", "name", "description", "input_schema", "strict", "cache_control"]);

/** A tool that the upstream runs; its definition is kept unchanged. */
function parseHosted(definition: Fields, type: string): HostedTool {
  const kind = kinds.find(([prefix]) => type.startsWith(prefix))?.[1];
  return kind === undefined ? { dialect, definition } : { kind, dialect, definition };
}

const kinds: [prefix: string, kind: NonNullable<HostedTool["kind"]>][] = [
  ["web_search_", "web-search"],
  ["web_fetch_", "url-fetch"],
  ["code_execution_", "code-execution"],
];

function parseChoice(body: Fields, call: ChatCall, unread: Set<string>): void {
  const choice = readObject(body, "tool_choice");
  if (choice === undefined) return;
  switch (needText(choice, "type", "tool_choice")) {
    case "auto":
      call.toolChoice = { type: "auto" };
      break;
    case "any":
      call.toolChoice = { type: "required" };
      break;
    case "tool":
      call.toolChoice = { type: "tool", name: needText(choice, "name", "tool_choice") };
      break;
    case "none":
      call.toolChoice = { type: "none" };
      break;
    default:
      unread.add("tool_choice");
      return;
  }
  const single = readFlag(choice, "disable_parallel_tool_use", "tool_choice");
  if (single !== undefined) call.parallelToolCalls = !single;
  noteUnread(choice, choiceFields, "tool_choice", unread);
}

const choiceFields = new Set(["type", "name", "disable_parallel_tool_use"]);
