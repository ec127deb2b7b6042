import type {
  AssistantBlock,
  ChatMessage,
  ImageBlock,
  ToolResultBlock,
  UserBlock,
} from "../../canonical/chat.ts";
import { lostBlockNames, noteCacheMarks } from "../kit/note-lost-blocks.ts";
import { plainText } from "../kit/plain-text.ts";
import type { WireMessage, WirePart, WireToolCall } from "./wire.ts";

/** The conversation in the API's format: tool results are separate messages, images go into user messages. */
export function messagesToWire(
  messages: readonly ChatMessage[],
  thinks: boolean,
  dropped: Set<string>,
): WireMessage[] {
  return messages.flatMap((message): WireMessage[] => {
    if (message.role === "user") return userToWire(message.content, dropped);
    if (message.role === "assistant") return assistantToWire(message.content, thinks, dropped);
    noteCacheMarks(message.content, dropped);
    if (message.content.some((block) => block.type === "image")) dropped.add("messages.system.image");
    const text = joinTexts(message.content);
    return text === "" ? [] : [{ role: "system", content: text }];
  });
}

function userToWire(content: readonly UserBlock[], dropped: Set<string>): WireMessage[] {
  const results: WireMessage[] = [];
  const parts: WirePart[] = [];
  noteCacheMarks(content, dropped);
  for (const block of content) {
    if (block.type === "tool-result") results.push(resultToWire(block, parts, dropped));
    else parts.push(...userPart(block, dropped));
  }
  if (parts.length === 0) return results;
  const [first] = parts;
  const plain = parts.length === 1 && first?.type === "text";
  return [...results, { role: "user", content: plain ? first.text : parts }];
}

function userPart(block: Exclude<UserBlock, ToolResultBlock>, dropped: Set<string>): WirePart[] {
  switch (block.type) {
    case "text":
      return block.text === "" ? [] : [{ type: "text", text: block.text }];
    case "image":
      return imagePart(block, dropped);
    case "file": {
      const text = plainText(block.source);
      if (text !== undefined) return [{ type: "text", text }];
      dropped.add(lostBlockNames.file);
      return [];
    }
    case "audio":
    case "opaque":
      dropped.add(lostBlockNames[block.type]);
      return [];
  }
}

function imagePart({ source, detail }: ImageBlock, dropped: Set<string>): WirePart[] {
  const more = detail === undefined ? {} : { detail };
  if (source.kind === "url") return [{ type: "image_url", image_url: { url: source.url, ...more } }];
  if (source.kind === "inline") {
    const url = `data:${source.mediaType};base64,${source.data}`;
    return [{ type: "image_url", image_url: { url, ...more } }];
  }
  dropped.add("messages.image");
  return [];
}

/** A tool's result is text; its images follow in a user message, so that the model sees them. */
function resultToWire(block: ToolResultBlock, parts: WirePart[], dropped: Set<string>): WireMessage {
  noteCacheMarks(block.content, dropped);
  const content = joinTexts(block.content);
  for (const part of block.content) if (part.type !== "text") parts.push(...userPart(part, dropped));
  if (block.isError) dropped.add("tool_result.is_error");
  return { role: "tool", tool_call_id: block.toolCallId, content };
}

function assistantToWire(
  content: readonly AssistantBlock[],
  thinks: boolean,
  dropped: Set<string>,
): WireMessage[] {
  const parts: WirePart[] = [];
  const calls: WireToolCall[] = [];
  let reasoning = "";
  noteCacheMarks(content, dropped);
  for (const block of content)
    switch (block.type) {
      case "text":
      case "refusal":
        if (block.text !== "") parts.push({ type: "text", text: block.text });
        break;
      case "tool-call": {
        const fn = { name: block.name, arguments: block.arguments.trim() === "" ? "{}" : block.arguments };
        calls.push({ id: block.id, type: "function", function: fn });
        break;
      }
      case "reasoning":
        reasoning += block.text;
        break;
      default:
        dropped.add(lostBlockNames[block.type]);
    }
  return assistantMessage({ parts, calls, reasoning, thinks }, dropped);
}

interface AssistantTurn {
  parts: WirePart[];
  calls: WireToolCall[];
  /** Reasoning, as text. */
  reasoning: string;
  /** The model accepts reasoning. */
  thinks: boolean;
}

/** Models with reasoning accept their earlier reasoning; the others accept a plan before their tool calls only. */
function assistantMessage(
  { parts, calls, reasoning, thinks }: AssistantTurn,
  dropped: Set<string>,
): WireMessage[] {
  const message: Extract<WireMessage, { role: "assistant" }> = { role: "assistant" };
  if (reasoning !== "") {
    if (thinks) parts.unshift({ type: "thinking", thinking: reasoning });
    else if (calls.length > 0) message.tool_plan = reasoning;
    else dropped.add("messages.reasoning_content");
  }
  if (parts.length > 0) message.content = parts;
  if (calls.length > 0) message.tool_calls = calls;
  return parts.length + calls.length > 0 ? [message] : [];
}

function joinTexts(blocks: readonly { type: string; text?: string }[]): string {
  return blocks
    .filter((block) => block.type === "text")
    .map((block) => block.text ?? "")
    .join("\n");
}
