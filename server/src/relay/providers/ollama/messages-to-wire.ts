import type { AssistantBlock, ChatMessage, ToolResultBlock, UserBlock } from "../../canonical/chat.ts";
import { lostBlockNames, noteCacheMarks } from "../kit/note-lost-blocks.ts";
import { plainText } from "../kit/plain-text.ts";
import { toolInput } from "../kit/tool-input.ts";
import type { WireMessage, WireToolCall } from "./wire.ts";

/**
 * The conversation in Ollama's format: one text per message with separate images, tool results in separate messages.
 */
export function messagesToWire(messages: readonly ChatMessage[], dropped: Set<string>): WireMessage[] {
  const toolNames = new Map<string, string>();
  const wire: WireMessage[] = [];
  for (const message of messages) {
    noteCacheMarks(message.content, dropped);
    if (message.role === "assistant") {
      for (const block of message.content)
        if (block.type === "tool-call") toolNames.set(block.id, block.name);
      wire.push(...assistantToWire(message.content, dropped));
    } else if (message.role === "user") wire.push(...userToWire(message.content, toolNames, dropped));
    else wire.push(...messageOf("system", message.content, dropped));
  }
  return wire;
}

function userToWire(
  content: readonly UserBlock[],
  toolNames: ReadonlyMap<string, string>,
  dropped: Set<string>,
): WireMessage[] {
  const results: WireMessage[] = [];
  const rest: Exclude<UserBlock, ToolResultBlock>[] = [];
  for (const block of content) {
    if (block.type !== "tool-result") {
      rest.push(block);
      continue;
    }
    noteCacheMarks(block.content, dropped);
    const result: WireMessage = {
      role: "tool",
      content: joinTexts(block.content),
      tool_call_id: block.toolCallId,
    };
    const name = toolNames.get(block.toolCallId);
    if (name !== undefined) result.tool_name = name;
    if (block.isError) dropped.add("tool_result.is_error");
    results.push(result);
    // Images follow in a user message, so that the model sees them.
    for (const part of block.content) if (part.type !== "text") rest.push(part);
  }
  return [...results, ...messageOf("user", rest, dropped)];
}

/** One message of texts and images; none if it would be empty. */
function messageOf(
  role: "system" | "user",
  blocks: readonly Exclude<UserBlock, ToolResultBlock>[],
  dropped: Set<string>,
): WireMessage[] {
  const texts: string[] = [];
  const images: string[] = [];
  for (const block of blocks) {
    const { type } = block;
    const text = type === "text" ? block.text : type === "file" ? plainText(block.source) : undefined;
    if (text !== undefined) texts.push(text);
    else if (type === "image" && block.source.kind === "inline") images.push(block.source.data);
    else dropped.add(lostBlockNames[type]);
  }
  const content = texts.filter((text) => text !== "").join("\n");
  if (content === "" && images.length === 0) return [];
  return [{ role, content, ...(images.length > 0 ? { images } : {}) }];
}

function assistantToWire(content: readonly AssistantBlock[], dropped: Set<string>): WireMessage[] {
  const message: WireMessage = { role: "assistant", content: joinTexts(content) };
  const calls: WireToolCall[] = [];
  let reasoning = "";
  for (const block of content)
    switch (block.type) {
      case "text":
      case "refusal":
        break;
      case "reasoning":
        reasoning += block.text;
        break;
      case "tool-call":
        calls.push({ id: block.id, function: { name: block.name, arguments: toolInput(block) } });
        break;
      default:
        dropped.add(lostBlockNames[block.type]);
    }
  if (reasoning !== "") message.thinking = reasoning;
  if (calls.length > 0) message.tool_calls = calls;
  return message.content === "" && reasoning === "" && calls.length === 0 ? [] : [message];
}

function joinTexts(blocks: readonly { type: string; text?: string }[]): string {
  return blocks
    .filter((block) => block.type === "text" || block.type === "refusal")
    .map((block) => block.text ?? "")
    .filter((text) => text !== "")
    .join("\n");
}
