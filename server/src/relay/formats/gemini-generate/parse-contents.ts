import type { AssistantBlock, ChatMessage, UserBlock } from "../../canonical/chat.ts";
import { type Fields, isFields, reject, within } from "../kit/check-value.ts";
import { readField } from "../kit/google-names.ts";
import { type Conversation, parseModelPart, parseUserPart } from "./parse-parts.ts";
import { type CallIds, createCallIds } from "./parse-results.ts";
import { readObjects, readText } from "./read-fields.ts";

/**
 * System instruction and turns. Adds fields without a canonical name to `unread`.
 * @throws RelayError naming the field
 */
export function parseContents(body: Fields, unread: Set<string>): ChatMessage[] {
  const messages: ChatMessage[] = [];
  const system = parseSystem(body, unread);
  if (system) messages.push(system);
  const ids = createCallIds();
  readObjects(body, "contents").forEach((content, index) => {
    const path = within("contents", index);
    const role = readText(content, "role", path) ?? "user";
    if (role === "model") addModelTurn(messages, content, path, { ids, unread });
    // `function` is the older role name for a turn of results.
    else if (role === "user" || role === "function")
      addUserTurn(messages, parseUserTurn(content, path, ids, unread));
    else reject(within(path, "role"), `'${within(path, "role")}' must be user or model.`);
  });
  return messages;
}

/** A content, or plain text, which older clients send instead. */
function parseSystem(body: Fields, unread: Set<string>): ChatMessage | undefined {
  const path = "systemInstruction";
  const value = readField(body, path);
  if (value == null || value === "") return undefined;
  if (typeof value === "string") return { role: "system", content: [{ type: "text", text: value }] };
  if (!isFields(value)) reject(path, `'${path}' must be an object with parts.`);
  const blocks = parseUserTurn(value, path, createCallIds(), unread);
  const content = blocks.filter((block) => block.type === "text" || block.type === "image");
  if (content.length < blocks.length) unread.add(`${path}.parts`);
  return content.length > 0 ? { role: "system", content } : undefined;
}

function parseUserTurn(content: Fields, path: string, ids: CallIds, unread: Set<string>): UserBlock[] {
  return readParts(content, path).flatMap(({ part, at }) => parseUserPart(part, at, ids, unread));
}

/** A client that streamed a response sends each of its events back as a turn: merges them into one message. */
function addModelTurn(
  messages: ChatMessage[],
  content: Fields,
  path: string,
  conversation: Conversation,
): void {
  const last = messages.at(-1);
  const blocks: AssistantBlock[] = last?.role === "assistant" ? last.content : [];
  for (const { part, at } of readParts(content, path)) parseModelPart(part, at, conversation, blocks);
  if (last?.role !== "assistant" && blocks.length > 0) messages.push({ role: "assistant", content: blocks });
}

function readParts(content: Fields, path: string): { part: Fields; at: string }[] {
  const at = within(path, "parts");
  return readObjects(content, "parts", path).map((part, index) => ({ part, at: within(at, index) }));
}

/** Results of one turn are merged; other user turns stay separate. */
function addUserTurn(messages: ChatMessage[], content: UserBlock[]): void {
  if (content.length === 0) return;
  const last = messages.at(-1);
  const onlyResults = (blocks: UserBlock[]) => blocks.every((block) => block.type === "tool-result");
  if (last?.role === "user" && onlyResults(last.content) && onlyResults(content))
    for (const block of content) last.content.push(block);
  else messages.push({ role: "user", content });
}
