import type { ChatMessage, ToolResultBlock, UserBlock } from "../../canonical/chat.ts";
import { callId } from "../kit/call-id.ts";
import { assistantToWire } from "./assistant-to-wire.ts";
import type { CompatibleOptions } from "./options.ts";
import { partsToWire } from "./parts-to-wire.ts";
import type { WireMessage } from "./wire.ts";

/** Messages in the Chat Completions format. A user message with tool results becomes several messages. */
export function messagesToWire(
  messages: readonly ChatMessage[],
  options: CompatibleOptions,
  dropped: Set<string>,
): WireMessage[] {
  const out: WireMessage[] = [];
  for (const message of messages) {
    if (message.role === "assistant")
      out.push(assistantToWire(message.content, message.name, options, dropped));
    else if (message.role === "user") addUser(out, message, options, dropped);
    else {
      const role = message.developer && options.developerRole ? "developer" : "system";
      out.push({ role, content: partsToWire(message.content, options, dropped) });
    }
  }
  return out;
}

function addUser(
  out: WireMessage[],
  { content, name }: { content: UserBlock[]; name?: string | undefined },
  options: CompatibleOptions,
  dropped: Set<string>,
): void {
  const rest: Exclude<UserBlock, ToolResultBlock>[] = [];
  for (const block of content) {
    if (block.type !== "tool-result") continue;
    const texts = block.content.filter((part) => part.type === "text");
    // A tool message contains text only; images follow in a user message, so that the model sees them.
    for (const part of block.content) if (part.type !== "text") rest.push(part);
    if (block.isError) dropped.add("tool_result.is_error");
    out.push({
      role: "tool",
      tool_call_id: callId(options.longestCallId, block.toolCallId),
      content: texts.length === 0 ? "" : partsToWire(texts, options, dropped),
    });
    if (block.cache && !options.cacheMarks) dropped.add("cache_control");
  }
  for (const block of content) if (block.type !== "tool-result") rest.push(block);
  if (rest.length === 0 && content.length > 0) return;
  const message: WireMessage = { role: "user", content: partsToWire(rest, options, dropped) };
  if (name !== undefined) message.name = name;
  out.push(message);
}
