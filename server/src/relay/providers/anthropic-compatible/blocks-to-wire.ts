import type {
  AssistantBlock,
  CacheMark,
  Citation,
  FileBlock,
  ImageBlock,
  MediaSource,
  OpaqueBlock,
  TextBlock,
  ToolCallBlock,
  ToolResultBlock,
  UserBlock,
} from "../../canonical/chat.ts";
import { toolInput } from "../kit/tool-input.ts";
import { readToolCaller } from "./tool-caller.ts";
import { dialect } from "./dialect.ts";
import type { WireBlock, WireSource } from "./wire.ts";

/** Collects what the API does not support. */
export interface Losses {
  drop(field: string): void;
  /** The vendor stores files; a reference by id requires a beta. */
  acceptsFiles: boolean;
  useFiles(): void;
}

/** One user block; undefined if the API does not support it. Empty texts are left out, because the API rejects them. */
export function userBlockToWire(block: UserBlock, losses: Losses): WireBlock | undefined {
  switch (block.type) {
    case "text":
      return textToWire(block, losses);
    case "image":
      return mediaToWire(block, "messages.image", losses);
    case "file":
      return mediaToWire(block, "messages.file", losses);
    case "opaque":
      return opaqueToWire(block, losses);
    case "audio":
      losses.drop("messages.input_audio");
      return undefined;
    case "tool-result":
      return resultToWire(block, losses);
  }
}

/** One assistant block; reasoning without a signature is left out, because the API rejects it. */
export function assistantBlockToWire(block: AssistantBlock, losses: Losses): WireBlock | undefined {
  switch (block.type) {
    case "text":
      return textToWire(block, losses);
    case "refusal":
      return block.text.trim() === "" ? undefined : { type: "text", text: block.text };
    case "tool-call":
      return callToWire(block, losses);
    case "reasoning":
      if (block.signature?.dialect === dialect)
        return { type: "thinking", thinking: block.text, signature: block.signature.value };
      losses.drop("messages.reasoning_content");
      return undefined;
    case "encrypted-reasoning":
      if (block.dialect === dialect) return { type: "redacted_thinking", data: block.data };
      losses.drop("messages.reasoning_details");
      return undefined;
    case "opaque":
      return opaqueToWire(block, losses);
    case "spoken":
      losses.drop("messages.audio");
      return block.transcript.trim() === "" ? undefined : { type: "text", text: block.transcript };
    case "audio-reference":
      losses.drop("messages.audio");
      return undefined;
    case "image":
      losses.drop("messages.image");
      return undefined;
  }
}

function textToWire(block: TextBlock, losses: Losses): WireBlock | undefined {
  if (block.text.trim() === "") return undefined;
  if (block.signature && block.signature.dialect !== dialect) losses.drop("messages.signature");
  const wire: WireBlock = { type: "text", text: block.text };
  const citations = (block.citations ?? []).flatMap((citation) => citationToWire(citation, losses));
  if (citations.length > 0) wire.citations = citations;
  return marked(wire, block.cache);
}

function citationToWire({ source }: Citation, losses: Losses): unknown[] {
  if (source?.dialect === dialect) return [source.value];
  losses.drop("messages.citations");
  return [];
}

/** A block of this dialect is forwarded unchanged. */
function opaqueToWire(block: OpaqueBlock, losses: Losses): WireBlock | undefined {
  if (block.dialect === dialect) return block.value as unknown as WireBlock;
  losses.drop("messages.opaque");
  return undefined;
}

function callToWire(block: ToolCallBlock, losses: Losses): WireBlock {
  const wire: WireBlock = {
    type: "tool_use",
    id: toolId(block.id),
    name: block.name,
    input: toolInput(block),
  };
  if (block.signature?.dialect === dialect) Object.assign(wire, readToolCaller(block.signature.value));
  else if (block.signature) losses.drop("messages.signature");
  return marked(wire, block.cache);
}

function resultToWire(block: ToolResultBlock, losses: Losses): WireBlock {
  const parts = block.content.flatMap((part) => userBlockToWire(part, losses) ?? []);
  const [first] = parts;
  const plain =
    parts.length === 1 && first?.type === "text" && Object.keys(first).length === 2 ? first.text : undefined;
  const wire: WireBlock = {
    type: "tool_result",
    tool_use_id: toolId(block.toolCallId),
    content: plain ?? parts,
  };
  if (block.isError) wire.is_error = true;
  return marked(wire, block.cache);
}

function marked<B extends WireBlock>(block: B, cache: CacheMark | undefined): B {
  if (cache) block.cache_control = { type: "ephemeral", ...cache };
  return block;
}

function mediaToWire(block: ImageBlock | FileBlock, field: string, losses: Losses): WireBlock | undefined {
  const { source } = block;
  const picture = source.kind === "inline" ? source.mediaType.startsWith("image/") : block.type === "image";
  const wire = sourceToWire(source, losses);
  if (wire === undefined || (picture && wire.type === "text")) {
    losses.drop(field);
    return undefined;
  }
  if (picture || block.type === "image") return marked({ type: "image", source: wire }, block.cache);
  return marked(documentToWire(block, wire), block.cache);
}

function documentToWire(block: FileBlock, source: WireSource): WireBlock {
  const wire: WireBlock = { type: "document", source };
  if (block.name !== undefined) wire.title = block.name;
  if (block.context !== undefined) wire.context = block.context;
  if (block.citable !== undefined) wire.citations = { enabled: block.citable };
  return wire;
}

function sourceToWire(source: MediaSource, losses: Losses): WireSource | undefined {
  if (source.kind === "url") return { type: "url", url: source.url };
  if (source.kind === "text") return { type: "text", media_type: "text/plain", data: source.text };
  if (source.kind === "id") {
    if (!losses.acceptsFiles) return undefined;
    losses.useFiles();
    return { type: "file", file_id: source.id };
  }
  const { mediaType, data } = source;
  if (mediaType.startsWith("image/") || mediaType === "application/pdf")
    return { type: "base64", media_type: mediaType === "image/jpg" ? "image/jpeg" : mediaType, data };
  // Documents are PDF or plain text; other text types are sent as plain text.
  if (mediaType.startsWith("text/") || mediaType === "application/json")
    return { type: "text", media_type: "text/plain", data: Buffer.from(data, "base64").toString("utf8") };
  return undefined;
}

/**
 * Ids contain letters, digits, `_` and `-` only; other vendors' ids have dots and colons. Call and result change alike.
 */
export function toolId(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]/g, "_");
}
