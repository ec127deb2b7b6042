import type {
  AssistantBlock,
  ChatMessage,
  TextBlock,
  ToolCallBlock,
  ToolResultBlock,
  UserBlock,
} from "../../canonical/chat.ts";
import { parseContent, readCacheMark } from "./parse-parts.ts";
import { parseThinking } from "./parse-thinking.ts";
import {
  type Fields,
  needObject,
  needText,
  readObject,
  readObjects,
  readText,
  refuse,
  within,
} from "./read-fields.ts";

/** What `parseMessages` found that the vocabulary cannot say goes into `unread`. @throws RelayError naming the field */
export function parseMessages(body: Fields, unread: Set<string>): ChatMessage[] {
  const messages: ChatMessage[] = [];
  const legacyCalls: ToolCallBlock[] = [];
  readObjects(body, "messages").forEach((message, index) => {
    const path = within("messages", index);
    const role = needText(message, "role", path);
    switch (role) {
      case "system":
      case "developer":
        messages.push(parseSystem(message, path, role === "developer"));
        break;
      case "user":
        messages.push(parseUser(message, path));
        break;
      case "assistant":
        messages.push(parseAssistant(message, path, legacyCalls, unread));
        break;
      case "tool":
        addResult(messages, message, path, needText(message, "tool_call_id", path));
        break;
      case "function":
        addResult(messages, message, path, takeLegacyCall(legacyCalls, message, path));
        break;
      default:
        refuse(within(path, "role"), `'${role}' is not a role.`);
    }
  });
  return messages;
}

const systemParts = new Set(["text", "image_url"]);
const userParts = new Set(["text", "image_url", "input_audio", "file"]);
const assistantParts = new Set(["text", "refusal"]);
const toolParts = new Set(["text", "image_url", "file"]);

function parseSystem(message: Fields, path: string, developer: boolean): ChatMessage {
  const content = needContent(message, path, systemParts).filter(
    (part) => part.type === "text" || part.type === "image",
  );
  markLast(content, message, path);
  return developer ? { role: "system", content, developer } : { role: "system", content };
}

function parseUser(message: Fields, path: string): ChatMessage {
  const content: UserBlock[] = needContent(message, path, userParts).filter(
    (part) => part.type !== "refusal",
  );
  markLast(content, message, path);
  const name = readText(message, "name", path);
  return name === undefined ? { role: "user", content } : { role: "user", content, name };
}

function needContent(message: Fields, path: string, allowed: ReadonlySet<string>) {
  if (message.content == null) refuse(within(path, "content"), `'${path}.content' is required.`);
  return parseContent(message, path, allowed);
}

/** A mark on the message itself means its last part. */
function markLast(content: UserBlock[], message: Fields, path: string): void {
  const cache = readCacheMark(message, path);
  const last = content.at(-1);
  if (cache && last && last.type !== "audio") last.cache ??= cache;
}

function parseAssistant(
  message: Fields,
  path: string,
  legacyCalls: ToolCallBlock[],
  unread: Set<string>,
): ChatMessage {
  const content: AssistantBlock[] = [...parseThinking(message, path)];
  for (const part of parseContent(message, path, assistantParts))
    if (part.type === "text" || part.type === "refusal") content.push(part);
  const refusal = readText(message, "refusal", path);
  if (refusal) content.push({ type: "refusal", text: refusal });
  content.push(...parseCalls(message, path, unread));
  const legacy = parseLegacyCall(message, path, legacyCalls.length);
  if (legacy) {
    legacyCalls.push(legacy);
    content.push(legacy);
  }
  const audio = readText(readObject(message, "audio", path) ?? {}, "id", within(path, "audio"));
  if (audio) content.push({ type: "audio-reference", id: audio });
  const cache = readCacheMark(message, path);
  const last = content.findLast((block): block is TextBlock => block.type === "text");
  if (cache && last) last.cache ??= cache;
  const name = readText(message, "name", path);
  return name === undefined ? { role: "assistant", content } : { role: "assistant", content, name };
}

function parseCalls(message: Fields, path: string, unread: Set<string>): ToolCallBlock[] {
  return readObjects(message, "tool_calls", path).flatMap((call, index) => {
    const at = within(within(path, "tool_calls"), index);
    if (call.type === "custom") {
      unread.add(at);
      return [];
    }
    const fn = needObject(call, "function", at);
    const block: ToolCallBlock = {
      type: "tool-call",
      id: needText(call, "id", at),
      name: needText(fn, "name", within(at, "function")),
      arguments: readText(fn, "arguments", within(at, "function")) ?? "",
    };
    const cache = readCacheMark(call, at);
    return [cache ? { ...block, cache } : block];
  });
}

/** `function_call` of the days before tools has no id, so it is given one by its place. */
function parseLegacyCall(message: Fields, path: string, position: number): ToolCallBlock | undefined {
  const call = readObject(message, "function_call", path);
  if (call === undefined) return undefined;
  const at = within(path, "function_call");
  return {
    type: "tool-call",
    id: `call_function_${position}`,
    name: needText(call, "name", at),
    arguments: readText(call, "arguments", at) ?? "",
  };
}

function takeLegacyCall(calls: ToolCallBlock[], message: Fields, path: string): string {
  const name = needText(message, "name", path);
  const call = calls.findLast((candidate) => candidate.name === name);
  return call?.id ?? refuse(within(path, "name"), `No earlier message calls the function '${name}'.`);
}

function addResult(messages: ChatMessage[], message: Fields, path: string, toolCallId: string): void {
  const parts = parseContent(message, path, toolParts);
  const result: ToolResultBlock = {
    type: "tool-result",
    toolCallId,
    content: parts.filter((part) => part.type === "text" || part.type === "image" || part.type === "file"),
  };
  const cache = readCacheMark(message, path);
  if (cache) result.cache = cache;
  const last = messages.at(-1);
  // Results of one turn stand together: some upstreams take them in one message only.
  if (last?.role === "user" && last.content.every((block) => block.type === "tool-result"))
    last.content.push(result);
  else messages.push({ role: "user", content: [result] });
}
