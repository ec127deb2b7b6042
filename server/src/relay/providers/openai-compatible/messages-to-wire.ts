import type {
  AssistantBlock,
  CacheMark,
  ChatMessage,
  MediaSource,
  ToolResultBlock,
  UserBlock,
} from "../../canonical/chat.ts";
import type { JsonObject } from "../kit/read-json.ts";
import type { CompatibleOptions } from "./options.ts";
import type { WireMessage } from "./wire.ts";

/** Messages as Chat Completions wants them. A user message with tool results becomes several messages. */
export function messagesToWire(
  messages: readonly ChatMessage[],
  options: CompatibleOptions,
  dropped: Set<string>,
): WireMessage[] {
  const out: WireMessage[] = [];
  for (const message of messages) {
    if (message.role === "assistant")
      out.push(assistantToWire(message.content, message.name, options, dropped));
    else if (message.role === "user") addUser(out, message.content, message.name, options, dropped);
    else {
      const role = message.developer && options.developerRole ? "developer" : "system";
      out.push({ role, content: partsToWire(message.content, options, dropped) });
    }
  }
  return out;
}

function addUser(
  out: WireMessage[],
  content: UserBlock[],
  name: string | undefined,
  options: CompatibleOptions,
  dropped: Set<string>,
): void {
  const rest: Exclude<UserBlock, ToolResultBlock>[] = [];
  for (const block of content) {
    if (block.type !== "tool-result") continue;
    const texts = block.content.filter((part) => part.type === "text");
    // A tool message holds text only; pictures follow as the user's, so that the model sees them.
    for (const part of block.content) if (part.type !== "text") rest.push(part);
    if (block.isError) dropped.add("tool_result.is_error");
    out.push({
      role: "tool",
      tool_call_id: block.toolCallId,
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

/** One unmarked text stays a plain string: every vendor takes that. */
function partsToWire(
  blocks: readonly Exclude<UserBlock, ToolResultBlock>[],
  options: CompatibleOptions,
  dropped: Set<string>,
): string | JsonObject[] {
  const [first] = blocks;
  if (first === undefined) return "";
  if (blocks.length === 1 && first.type === "text" && !(first.cache && options.cacheMarks)) {
    if (first.cache) dropped.add("cache_control");
    return first.text;
  }
  return blocks.flatMap((block) => {
    const part = partToWire(block, options, dropped);
    if (part === undefined) return [];
    if ("cache" in block && block.cache) markPart(part, block.cache, options, dropped);
    return [part];
  });
}

function partToWire(
  block: Exclude<UserBlock, ToolResultBlock>,
  options: CompatibleOptions,
  dropped: Set<string>,
): JsonObject | undefined {
  switch (block.type) {
    case "text":
      return { type: "text", text: block.text };
    case "image": {
      const url = urlOf(block.source);
      if (url === undefined) return drop(dropped, "messages.image");
      return {
        type: "image_url",
        image_url: block.detail === undefined ? { url } : { url, detail: block.detail },
      };
    }
    case "audio":
      if (options.files === false) return drop(dropped, "messages.input_audio");
      return { type: "input_audio", input_audio: { data: block.data, format: block.format } };
    case "file": {
      if (options.files === false || block.source.kind === "url") return drop(dropped, "messages.file");
      const file: JsonObject =
        block.source.kind === "id" ? { file_id: block.source.id } : { file_data: urlOf(block.source) };
      if (block.name !== undefined) file.filename = block.name;
      return { type: "file", file };
    }
  }
}

function urlOf(source: MediaSource): string | undefined {
  if (source.kind === "url") return source.url;
  return source.kind === "inline" ? `data:${source.mediaType};base64,${source.data}` : undefined;
}

function markPart(
  part: JsonObject,
  cache: CacheMark,
  options: CompatibleOptions,
  dropped: Set<string>,
): void {
  if (options.cacheMarks) part.cache_control = { type: "ephemeral", ...cache };
  else dropped.add("cache_control");
}

function assistantToWire(
  content: readonly AssistantBlock[],
  name: string | undefined,
  options: CompatibleOptions,
  dropped: Set<string>,
): WireMessage {
  const message: WireMessage = { role: "assistant", content: null };
  if (name !== undefined) message.name = name;
  const texts = content.filter((block) => block.type === "text");
  if (texts.length > 0) message.content = partsToWire(texts, options, dropped);
  const refusal = content.flatMap((block) => (block.type === "refusal" ? [block.text] : [])).join("");
  if (refusal !== "") message.refusal = refusal;
  const calls = content.filter((block) => block.type === "tool-call");
  if (calls.length > 0)
    message.tool_calls = calls.map((call) => ({
      id: call.id,
      type: "function",
      function: { name: call.name, arguments: call.arguments === "" ? "{}" : call.arguments },
    }));
  if (calls.some((call) => call.cache)) dropped.add("cache_control");
  const audio = content.find((block) => block.type === "audio-reference");
  if (audio) message.audio = { id: audio.id };
  addThinking(message, content, options, dropped);
  // Content may be null only beside something else.
  if (message.content === null && !refusal && !audio && calls.length === 0) message.content = "";
  return message;
}

function addThinking(
  message: WireMessage,
  content: readonly AssistantBlock[],
  options: CompatibleOptions,
  dropped: Set<string>,
): void {
  const thoughts = content.filter(
    (block) => block.type === "reasoning" || block.type === "encrypted-reasoning",
  );
  if (thoughts.length === 0) return;
  const text = thoughts.flatMap((block) => (block.type === "reasoning" ? [block.text] : [])).join("");
  if (options.reasoningInput === undefined) dropped.add("messages.reasoning_content");
  else if (text !== "") message[options.reasoningInput] = text;
  const opaque = thoughts.some((block) => block.type === "encrypted-reasoning" || block.signature);
  if (!opaque) return;
  if (options.reasoningDetails)
    message.reasoning_details = thoughts.map((block, index) =>
      block.type === "reasoning"
        ? { type: "reasoning.text", text: block.text, signature: block.signature ?? null, index }
        : { type: "reasoning.encrypted", data: block.data, index },
    );
  else dropped.add("messages.reasoning_details");
}

function drop(dropped: Set<string>, what: string): undefined {
  dropped.add(what);
  return undefined;
}
