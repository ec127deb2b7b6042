import type {
  AssistantBlock,
  CacheMark,
  MediaSource,
  ToolCallBlock,
  ToolResultBlock,
  UserBlock,
} from "../../canonical/chat.ts";
import { asObject, type JsonObject } from "../kit/read-json.ts";
import type { WireBlock, WireSource } from "./wire.ts";

/** Takes note of what the API cannot be told (D13). */
export interface Losses {
  drop(field: string): void;
  /** A file named by its id needs a beta. */
  useFiles(): void;
}

/** One block of the user; undefined where the API has no word for it. Empty texts are refused by the API and left out. */
export function userBlockToWire(block: UserBlock, losses: Losses): WireBlock | undefined {
  switch (block.type) {
    case "text":
      return block.text.trim() === "" ? undefined : marked({ type: "text", text: block.text }, block.cache);
    case "image":
      return mediaToWire(block.source, undefined, block.cache, "messages.image", losses);
    case "file":
      return mediaToWire(block.source, block.name, block.cache, "messages.file", losses);
    case "audio":
      losses.drop("messages.input_audio");
      return undefined;
    case "tool-result":
      return resultToWire(block, losses);
  }
}

/** One block of the model; thinking without a signature is refused by the API and left out. */
export function assistantBlockToWire(block: AssistantBlock, losses: Losses): WireBlock | undefined {
  switch (block.type) {
    case "text":
      return block.text.trim() === "" ? undefined : marked({ type: "text", text: block.text }, block.cache);
    case "refusal":
      return block.text.trim() === "" ? undefined : { type: "text", text: block.text };
    case "tool-call":
      return marked(
        { type: "tool_use", id: toolId(block.id), name: block.name, input: readInput(block) },
        block.cache,
      );
    case "reasoning":
      if (block.signature) return { type: "thinking", thinking: block.text, signature: block.signature };
      losses.drop("messages.reasoning_content");
      return undefined;
    case "encrypted-reasoning":
      return { type: "redacted_thinking", data: block.data };
    case "audio-reference":
      losses.drop("messages.audio");
      return undefined;
  }
}

function resultToWire(block: ToolResultBlock, losses: Losses): WireBlock {
  const parts = block.content.flatMap((part) => userBlockToWire(part, losses) ?? []);
  const [first] = parts;
  const plain = parts.length === 1 && first?.type === "text" && first.cache_control === undefined;
  const wire: WireBlock = {
    type: "tool_result",
    tool_use_id: toolId(block.toolCallId),
    content: plain ? first.text : parts,
  };
  if (block.isError) wire.is_error = true;
  return marked(wire, block.cache);
}

function marked<B extends WireBlock>(block: B, cache: CacheMark | undefined): B {
  if (cache) block.cache_control = { type: "ephemeral", ...cache };
  return block;
}

function mediaToWire(
  source: MediaSource,
  name: string | undefined,
  cache: CacheMark | undefined,
  field: string,
  losses: Losses,
): WireBlock | undefined {
  const picture =
    source.kind === "inline" ? source.mediaType.startsWith("image/") : field === "messages.image";
  const wire = sourceToWire(source, losses);
  if (wire === undefined || (picture && wire.type === "text")) {
    losses.drop(field);
    return undefined;
  }
  if (picture) return marked({ type: "image", source: wire }, cache);
  return marked({ type: "document", source: wire, ...(name === undefined ? {} : { title: name }) }, cache);
}

function sourceToWire(source: MediaSource, losses: Losses): WireSource | undefined {
  if (source.kind === "url") return { type: "url", url: source.url };
  if (source.kind === "id") {
    losses.useFiles();
    return { type: "file", file_id: source.id };
  }
  const { mediaType, data } = source;
  if (mediaType.startsWith("image/") || mediaType === "application/pdf")
    return { type: "base64", media_type: mediaType === "image/jpg" ? "image/jpeg" : mediaType, data };
  // Documents are PDF or plain text; other texts are plain enough.
  if (mediaType.startsWith("text/") || mediaType === "application/json")
    return { type: "text", media_type: "text/plain", data: Buffer.from(data, "base64").toString("utf8") };
  return undefined;
}

/** Ids may hold letters, digits, `_` and `-` only; other vendors' have dots and colons. Call and result change alike. */
export function toolId(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]/g, "_");
}

/** The API wants an object; arguments that are no JSON object are kept inside one, so that the model sees what it wrote. */
function readInput(call: ToolCallBlock): JsonObject {
  if (call.arguments.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(call.arguments);
    return asObject(value) ?? { value };
  } catch {
    return { arguments: call.arguments };
  }
}
