import type { ChatCall, ChatMessage, ChatTool, ToolChoice } from "../../canonical/chat.ts";
import { noteCacheMarks } from "../kit/note-lost-blocks.ts";
import { noteUnsupported, type ChatOption } from "../kit/note-unsupported.ts";
import type { JsonObject } from "../kit/read-json.ts";

/** A message of the older API, which has no role `system`, one function call at a time, and text only. */
interface OlderMessage {
  role: "user" | "assistant" | "function";
  name?: string;
  content: string;
  function_call?: { name: string; arguments: string };
}

/** Fills messages that the API requires beyond the conversation; it rejects blank ones. */
const filler = "…";
const supported: ReadonlySet<ChatOption> = new Set<ChatOption>([
  "temperature",
  "top_p",
  "frequency_penalty",
  "stop",
  "tools",
  "tool_choice",
  "response_format",
  "user",
]);

/** Body of a chat in the older API. `dropped` gets the options that it does not support. */
export function olderBody(call: ChatCall): { body: JsonObject; dropped: Set<string> } {
  const dropped = new Set<string>();
  const system = call.messages.flatMap((message) =>
    message.role === "system" ? [textOf(message, dropped)] : [],
  );
  const body: JsonObject = {
    messages: alternate(call.messages.flatMap((message) => toMessages(message, call, dropped))),
  };
  for (const { content } of call.messages) noteCacheMarks(content, dropped);
  if (system.length > 0) body.system = system.join("\n");
  if (call.stream) body.stream = true;
  addLimits(body, call, dropped);
  if (call.tools?.length) body.functions = call.tools.map(toFunction);
  if (call.toolChoice) addToolChoice(body, call.toolChoice, dropped);
  return { body, dropped };
}

function addLimits(body: JsonObject, call: ChatCall, dropped: Set<string>): void {
  // The API rejects zero.
  if (call.temperature !== undefined) body.temperature = clamp(call.temperature, 0.01, 1);
  if (call.topP !== undefined) body.top_p = clamp(call.topP, 0, 1);
  if (call.frequencyPenalty !== undefined) body.penalty_score = clamp(call.frequencyPenalty, 1, 2);
  if (call.maxOutputTokens !== undefined) body.max_output_tokens = Math.max(call.maxOutputTokens, 2);
  if (call.stop?.length) body.stop = call.stop;
  if (call.endUser !== undefined) body.user_id = call.endUser;
  if (call.responseFormat?.type === "json" || call.responseFormat?.type === "json-schema")
    body.response_format = "json_object";
  if (call.responseFormat?.type === "json-schema") dropped.add("response_format.json_schema");
  noteUnsupported(call, supported, dropped);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

function toFunction(tool: ChatTool): JsonObject {
  const { name, description, parameters } = tool;
  // The API requires a description and parameters.
  return {
    name,
    description: description ?? name,
    parameters: parameters ?? { type: "object", properties: {} },
  };
}

function addToolChoice(body: JsonObject, choice: ToolChoice, dropped: Set<string>): void {
  if (choice.type === "tool") body.tool_choice = { type: "function", function: { name: choice.name } };
  else if (choice.type === "none") delete body.functions;
  else if (choice.type === "required") dropped.add("tool_choice");
}

function toMessages(message: ChatMessage, call: ChatCall, dropped: Set<string>): OlderMessage[] {
  if (message.role === "system") return [];
  if (message.role === "user") {
    const results = message.content.flatMap((block): OlderMessage[] => {
      if (block.type !== "tool-result") return [];
      if (block.isError) dropped.add("tool_result.is_error");
      const name = nameOfCall(block.toolCallId, call) ?? block.toolCallId;
      return [{ role: "function", name, content: textOf(block, dropped) || "{}" }];
    });
    const text = textOf(message, dropped);
    return text === "" && results.length > 0
      ? results
      : [...results, { role: "user", content: text || filler }];
  }
  const calls = message.content.flatMap((block): OlderMessage[] =>
    block.type === "tool-call"
      ? [
          {
            role: "assistant",
            content: "",
            function_call: { name: block.name, arguments: block.arguments || "{}" },
          },
        ]
      : [],
  );
  const [first, ...further] = calls;
  if (further.length > 0) dropped.add("messages.tool_calls");
  const content = textOf(message, dropped);
  return [first ? { ...first, content } : { role: "assistant", content: content || filler }];
}

function nameOfCall(id: string, call: ChatCall): string | undefined {
  for (const message of call.messages)
    if (message.role === "assistant")
      for (const block of message.content)
        if (block.type === "tool-call" && block.id === id) return block.name;
  return undefined;
}

/** The texts of a message; its other blocks are named in `dropped`. */
function textOf(message: { content: readonly { type: string }[] }, dropped: Set<string>): string {
  const texts: string[] = [];
  for (const block of message.content) {
    if (block.type === "text" && "text" in block && typeof block.text === "string") texts.push(block.text);
    else if (!carried.has(block.type)) dropped.add(`messages.${block.type}`);
  }
  return texts.join("\n");
}

const carried = new Set(["text", "tool-call", "tool-result"]);

/**
 * The number of messages must be odd, the first and the last the user's (or a function's result), with alternating
 * roles. Consecutive messages of one role are joined; a filler of the assistant separates a function's result from the
 * user's text.
 */
function alternate(messages: readonly OlderMessage[]): OlderMessage[] {
  const turns: OlderMessage[] = [];
  for (const message of messages) {
    const last = turns.at(-1);
    if (last === undefined) {
      if (message.role === "assistant") turns.push({ role: "user", content: filler });
    } else if (last.role === message.role) {
      const content = [last.content, message.content].filter(Boolean).join("\n");
      turns[turns.length - 1] = { ...last, ...message, content };
      continue;
    } else if (last.role !== "assistant" && message.role !== "assistant")
      turns.push({ role: "assistant", content: filler });
    turns.push(message);
  }
  if (turns.length === 0 || turns.at(-1)?.role === "assistant") turns.push({ role: "user", content: filler });
  return turns;
}
