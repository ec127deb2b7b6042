import type { ChatMessage, ToolCallBlock, ToolResultBlock, UserBlock } from "../../canonical/chat.ts";
import { type Fields, reject, within } from "../kit/check-value.ts";
import { needText, readObjects, readText } from "../kit/read-fields.ts";
import { parseAssistant } from "./parse-assistant.ts";
import { parseContent, readCacheMark } from "./parse-parts.ts";

/**
 * Parses the conversation; adds unknown message fields to `unread`.
 * @throws RelayError naming the field
 */
export function parseMessages(body: Fields, unread: Set<string>): ChatMessage[] {
  const messages: ChatMessage[] = [];
  const legacyCalls: ToolCallBlock[] = [];
  readObjects(body, "messages").forEach((message, index) => {
    const path = within("messages", index);
    const role = needText(message, "role", path);
    for (const key in message) if (message[key] != null && !known.has(key)) unread.add(within(path, key));
    switch (role) {
      case "system":
      case "developer":
        messages.push(parseSystem(message, path, role === "developer"));
        break;
      case "user":
        messages.push(parseUser(message, path));
        break;
      case "assistant":
        messages.push(parseAssistant(message, path, legacyCalls));
        break;
      case "tool":
        addResult(messages, message, path, needText(message, "tool_call_id", path));
        break;
      case "function":
        addResult(messages, message, path, takeLegacyCall(legacyCalls, message, path));
        break;
      default:
        reject(within(path, "role"), `'${role}' is not a supported role.`);
    }
  });
  return messages;
}

/** Message fields that are read, and response fields that are not meant for upstreams (sources). */
const known = new Set(
  (
    "role content name refusal audio images tool_calls tool_call_id function_call reasoning reasoning_content " +
    "reasoning_details thinking_blocks extra_content cache_control prompt_cache_breakpoint annotations citations"
  ).split(" "),
);

const systemParts = new Set(["text", "image_url"]);
const userParts = new Set(["text", "image_url", "input_audio", "file", "video_url", "document_url"]);
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
  if (message.content == null) reject(within(path, "content"), `'${path}.content' is required.`);
  return parseContent(message, path, allowed);
}

/** A mark on the message itself belongs to its last part. */
function markLast(content: UserBlock[], message: Fields, path: string): void {
  const cache = readCacheMark(message, path);
  const last = content.at(-1);
  if (cache && last && last.type !== "audio" && last.type !== "opaque") last.cache ??= cache;
}

function takeLegacyCall(calls: ToolCallBlock[], message: Fields, path: string): string {
  const name = needText(message, "name", path);
  const call = calls.findLast((candidate) => candidate.name === name);
  return call?.id ?? reject(within(path, "name"), `No earlier message calls the function '${name}'.`);
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
  // Results of one turn are merged: some upstreams accept them in one message only.
  if (last?.role === "user" && last.content.every((block) => block.type === "tool-result"))
    last.content.push(result);
  else messages.push({ role: "user", content: [result] });
}
