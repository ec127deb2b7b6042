import type {
  AssistantBlock,
  ChatMessage,
  Signature,
  TextBlock,
  ToolCallBlock,
} from "../../canonical/chat.ts";
import { encryptedReasoningOf } from "../../canonical/foreign-signature.ts";
import { type Fields, isFields, reject } from "../kit/check-value.ts";
import { noteUnread } from "../kit/name-unread.ts";
import { needText, readText } from "../kit/read-fields.ts";
import { readObjects, within } from "./dotted-path.ts";
import { dialect, parseSignature } from "./foreign-reasoning.ts";
import { asOpaque, marked, parseImage, parseText, parseUserBlock, readBlocks } from "./parse-blocks.ts";

/**
 * Adds fields without a canonical name to `unread`.
 * @throws RelayError naming the field
 */
export function parseMessages(body: Fields, unread: Set<string>): ChatMessage[] {
  const messages: ChatMessage[] = [];
  const system = parseSystem(body, "system", "", unread);
  if (system.length > 0) messages.push({ role: "system", content: system });
  readObjects(body, "messages").forEach((message, index) => {
    const path = within("messages", index);
    const role = needText(message, "role", path);
    if (message.content == null) reject(within(path, "content"), `'${path}.content' is required.`);
    switch (role) {
      case "user":
        messages.push({
          role,
          content: parseEach(message, path, (block, at) => parseUserBlock(block, at, unread)),
        });
        break;
      case "assistant":
        messages.push({ role, content: parseAssistant(message, path, unread) });
        break;
      case "system":
        messages.push({ role, content: parseSystem(message, "content", path, unread) });
        break;
      default:
        reject(within(path, "role"), `'${path}.role' must be user, assistant or system.`);
    }
    noteUnread(message, messageFields, path, unread);
  });
  return messages;
}

const messageFields = new Set(["role", "content"]);

function parseEach<B>(message: Fields, path: string, parse: (block: Fields, at: string) => B): B[] {
  const at = within(path, "content");
  return readBlocks(message, "content", path).map((block, index) => parse(block, within(at, index)));
}

function parseSystem(fields: Fields, key: string, path: string, unread: Set<string>): TextBlock[] {
  const at = within(path, key);
  return readBlocks(fields, key, path).map((block, index) => {
    const blockPath = within(at, index);
    if (needText(block, "type", blockPath) !== "text")
      reject(within(blockPath, "type"), `'${blockPath}.type' must be text.`);
    return parseText(block, blockPath, unread);
  });
}

/** Blocks of an earlier response, with other vendors' signatures restored. */
function parseAssistant(message: Fields, path: string, unread: Set<string>): AssistantBlock[] {
  const content: AssistantBlock[] = [];
  /** Signature of the tool call that follows. */
  let callSignature: Signature | undefined;
  parseEach(message, path, (block, at) => {
    switch (needText(block, "type", at)) {
      case "text":
        content.push(parseText(block, at, unread));
        break;
      case "image":
        content.push(parseImage(block, at, unread));
        break;
      case "thinking":
        callSignature = addReasoning(content, block, at) ?? callSignature;
        break;
      case "redacted_thinking":
        addSignature(content, "", needText(block, "data", at), true);
        break;
      case "tool_use": {
        const call = parseCall(block, at, unread);
        if (callSignature) call.signature = callSignature;
        callSignature = undefined;
        content.push(call);
        break;
      }
      default:
        content.push(asOpaque(block));
    }
  });
  return content;
}

function addReasoning(content: AssistantBlock[], block: Fields, path: string): Signature | undefined {
  const text = readText(block, "thinking", path) ?? "";
  const signature = readText(block, "signature", path);
  if (signature) return addSignature(content, text, signature, false);
  if (text !== "") content.push({ type: "reasoning", text });
  return undefined;
}

/** Adds reasoning and its signature. Returns the signature if it belongs to the next tool call. */
function addSignature(
  content: AssistantBlock[],
  text: string,
  written: string,
  redacted: boolean,
): Signature | undefined {
  const parsed = parseSignature(written);
  const { signature } = parsed;
  if (parsed.of === "call") return signature;
  if (parsed.of === "text") {
    const last = content.findLast((block): block is TextBlock => block.type === "text");
    if (last) last.signature = signature;
  } else if (parsed.of === "encrypted") {
    const { data, id } = parsed;
    content.push({
      ...encryptedReasoningOf({ ...signature, value: data }),
      ...(id === undefined ? {} : { id }),
      ...(text === "" ? {} : { summary: text }),
    });
  } else if (redacted) content.push(encryptedReasoningOf(signature));
  else content.push({ type: "reasoning", text, signature });
  return undefined;
}

function parseCall(block: Fields, path: string, unread: Set<string>): ToolCallBlock {
  const { input } = block;
  if (input !== undefined && !isFields(input))
    reject(within(path, "input"), `'${path}.input' must be an object.`);
  const call: ToolCallBlock = {
    type: "tool-call",
    id: needText(block, "id", path),
    name: needText(block, "name", path),
    arguments: JSON.stringify(input ?? {}),
  };
  const caller = readCaller(block);
  if (caller) call.signature = caller;
  noteUnread(block, callFields, path, unread);
  return marked(call, block, path);
}

const callFields = new Set(["type", "id", "name", "input", "caller", "toolset_name", "cache_control"]);

/** The `caller` and `toolset_name` of a tool call must come back with it: they are its signature in this dialect. */
function readCaller({ caller, toolset_name }: Fields): Signature | undefined {
  const value: Fields = {};
  if (isFields(caller) && caller.type !== "direct") value.caller = caller;
  if (typeof toolset_name === "string") value.toolset_name = toolset_name;
  return Object.keys(value).length > 0 ? { dialect, value: JSON.stringify(value) } : undefined;
}
