import type {
  AssistantBlock,
  ChatMessage,
  EncryptedReasoningBlock,
  MediaSource,
  ReasoningBlock,
  ToolResultBlock,
  UserBlock,
} from "../../canonical/chat.ts";
import { callId } from "../kit/call-id.ts";
import type { JsonObject } from "../kit/read-json.ts";

/**
 * The conversation as input items. A first system message with text only becomes the instructions; every other message
 * keeps its place. `dropped` gets what Responses does not support.
 */
export function messagesToWire(
  messages: readonly ChatMessage[],
  dropped: Set<string>,
): { instructions: string | undefined; input: JsonObject[] } {
  // The API requires an input: instructions alone become one.
  const instructions = messages.length > 1 ? readInstructions(messages[0], dropped) : undefined;
  const input: JsonObject[] = [];
  for (const message of instructions === undefined ? messages : messages.slice(1)) {
    if (message.role !== "user" && message.role !== "assistant") {
      const content = message.content.flatMap((block) => partToWire(block, dropped));
      input.push({ type: "message", role: message.developer ? "developer" : "system", content });
      continue;
    }
    if (message.name !== undefined) dropped.add("messages.name");
    if (message.role === "user") addUser(input, message.content, dropped);
    else addAssistant(input, message.content, dropped);
  }
  return { instructions, input };
}

function readInstructions(first: ChatMessage | undefined, dropped: Set<string>): string | undefined {
  if (first?.role !== "system" || first.developer) return undefined;
  const texts = first.content.flatMap((block) => (block.type === "text" ? [block.text] : []));
  if (texts.length !== first.content.length) return undefined;
  if (first.content.some((block) => block.cache)) dropped.add("cache_control");
  return texts.join("\n\n");
}

function addUser(input: JsonObject[], content: readonly UserBlock[], dropped: Set<string>): void {
  for (const block of content) if (block.type === "tool-result") input.push(resultToWire(block, dropped));
  let parts: JsonObject[] = [];
  const flush = (): void => {
    if (parts.length > 0) input.push({ type: "message", role: "user", content: parts });
    parts = [];
  };
  for (const block of content) {
    if (block.type === "tool-result") continue;
    if (block.type !== "opaque") parts.push(...partToWire(block, dropped));
    else if (block.dialect === "openai-responses") {
      flush();
      input.push(block.value);
    } else dropped.add("messages.opaque");
  }
  flush();
}

function resultToWire(block: ToolResultBlock, dropped: Set<string>): JsonObject {
  if (block.isError) dropped.add("tool_result.is_error");
  if (block.cache) dropped.add("cache_control");
  const plain = block.content.every((part) => part.type === "text");
  const parts = block.content.flatMap((part) => partToWire(part, dropped));
  const [only] = parts;
  const output = plain && parts.length <= 1 ? (only?.text ?? "") : parts;
  return { type: "function_call_output", call_id: callId(64, block.toolCallId), output };
}

function partToWire(
  block: Exclude<UserBlock, { type: "tool-result" | "opaque" }>,
  dropped: Set<string>,
): JsonObject[] {
  if ("cache" in block && block.cache) dropped.add("cache_control");
  switch (block.type) {
    case "text":
      return [{ type: "input_text", text: block.text }];
    case "image": {
      const source = addressOf(block.source, "image_url");
      if (source) return [{ type: "input_image", detail: block.detail ?? "auto", ...source }];
      dropped.add("messages.image");
      return [];
    }
    case "file":
      return [fileToWire(block.source, block.name)];
    case "audio":
      dropped.add("messages.input_audio");
      return [];
  }
}

function addressOf(source: MediaSource, urlField: string): JsonObject | undefined {
  if (source.kind === "url") return { [urlField]: source.url };
  if (source.kind === "id") return { file_id: source.id };
  return source.kind === "inline"
    ? { [urlField]: `data:${source.mediaType};base64,${source.data}` }
    : undefined;
}

/** File bytes need a name; a plain text document is sent as a text file. */
function fileToWire(source: MediaSource, name: string | undefined): JsonObject {
  const named = name === undefined ? {} : { filename: name };
  if (source.kind === "url") return { type: "input_file", file_url: source.url };
  if (source.kind === "id") return { type: "input_file", file_id: source.id };
  const text = source.kind === "text";
  const mediaType = text ? "text/plain" : source.mediaType;
  const data = text ? Buffer.from(source.text).toString("base64") : source.data;
  const filename = mediaType === "application/pdf" ? "document.pdf" : "document.txt";
  return { type: "input_file", filename, ...named, file_data: `data:${mediaType};base64,${data}` };
}

/** Consecutive texts and refusals are one message; everything else is an item of its own. */
function addAssistant(input: JsonObject[], content: readonly AssistantBlock[], dropped: Set<string>): void {
  let parts: JsonObject[] = [];
  const flush = (): void => {
    if (parts.length > 0) input.push({ type: "message", role: "assistant", content: parts });
    parts = [];
  };
  for (const block of content) {
    if (block.type === "text") {
      if (block.cache) dropped.add("cache_control");
      if (block.text !== "") parts.push({ type: "output_text", text: block.text });
      continue;
    }
    if (block.type === "refusal") {
      parts.push({ type: "refusal", refusal: block.text });
      continue;
    }
    const item = itemToWire(block, dropped);
    if (item === undefined) continue;
    flush();
    input.push(item);
  }
  flush();
}

function itemToWire(
  block: Exclude<AssistantBlock, { type: "text" | "refusal" }>,
  dropped: Set<string>,
): JsonObject | undefined {
  switch (block.type) {
    case "tool-call":
      if (block.cache) dropped.add("cache_control");
      return {
        type: "function_call",
        call_id: callId(64, block.id),
        name: block.name,
        arguments: block.arguments === "" ? "{}" : block.arguments,
      };
    case "reasoning":
    case "encrypted-reasoning":
      return reasoningToWire(block, dropped);
    case "opaque":
      if (block.dialect === "openai-responses") return block.value;
      dropped.add("messages.opaque");
      return undefined;
    case "image":
      dropped.add("messages.image");
      return undefined;
    default:
      dropped.add("messages.audio");
      return undefined;
  }
}

/** Reasoning is returned only with a signature of this dialect. */
function reasoningToWire(
  block: ReasoningBlock | EncryptedReasoningBlock,
  dropped: Set<string>,
): JsonObject | undefined {
  const sealed = block.type === "encrypted-reasoning";
  const signature = sealed ? { dialect: block.dialect, value: block.data } : block.signature;
  if (signature?.dialect !== "openai-responses") {
    dropped.add(sealed ? "messages.reasoning_details" : "messages.reasoning_content");
    return undefined;
  }
  const text = sealed ? block.summary : block.text;
  return {
    type: "reasoning",
    ...(block.id !== undefined && { id: block.id }),
    summary: text ? [{ type: "summary_text", text }] : [],
    encrypted_content: signature.value,
  };
}
