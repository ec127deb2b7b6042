import type { AssistantBlock, Citation, MediaSource, Signature } from "../../canonical/chat.ts";
import { parseBounded } from "../../canonical/parse-bounded.ts";
import {
  dialect,
  writeForeignSignature,
  writeEncryptedReasoning,
  writeReasoningSignature,
} from "./foreign-reasoning.ts";
import type { WireBlock } from "./wire.ts";

/** Renders a canonical block; no blocks if the format has no equivalent. */
export function renderBlock(block: AssistantBlock): WireBlock[] {
  switch (block.type) {
    case "text": {
      const citations = (block.citations ?? []).flatMap(renderCitation);
      const text = { type: "text", text: block.text } as const;
      const wire = citations.length > 0 ? { ...text, citations } : text;
      return isForeign(block.signature) ? [wire, renderSignature(block.signature, "text")] : [wire];
    }
    case "reasoning": {
      const signature = block.signature ? writeReasoningSignature(block.signature) : "";
      return [{ type: "thinking", thinking: block.text, signature }];
    }
    case "encrypted-reasoning":
      return [renderEncrypted(block)];
    case "tool-call":
      return renderCall(block);
    case "image":
      return renderImage(block.source);
    case "opaque":
      return block.dialect === dialect ? [block.value] : [];
    case "spoken":
      return block.transcript === "" ? [] : [{ type: "text", text: block.transcript }];
    // The text of a refusal is in `stop_details`.
    case "refusal":
    case "audio-reference":
      return [];
  }
}

/** Reasoning that only its origin can read; its summary is shown. */
export function renderEncrypted(block: {
  data: string;
  dialect: Signature["dialect"];
  account?: string;
  id?: string;
  summary?: string;
}): WireBlock {
  if (block.dialect === dialect) return { type: "redacted_thinking", data: block.data };
  const written = writeEncryptedReasoning(block);
  if (!block.summary) return { type: "redacted_thinking", data: written };
  return { type: "thinking", thinking: block.summary, signature: written };
}

export function isForeign(signature: Signature | undefined): signature is Signature {
  return signature !== undefined && signature.dialect !== dialect;
}

/** Another vendor's signature of a tool call or a text, as an empty thinking block. */
export function renderSignature(signature: Signature, of: "call" | "text"): WireBlock {
  return { type: "thinking", thinking: "", signature: writeForeignSignature(signature, of) };
}

function renderCall(block: AssistantBlock & { type: "tool-call" }): WireBlock[] {
  const { id, name } = block;
  const wire = {
    type: "tool_use",
    id,
    name,
    input: readInput(block.arguments),
    ...callerOf(block.signature),
  };
  return isForeign(block.signature) ? [renderSignature(block.signature, "call"), wire] : [wire];
}

/** The `caller` of a tool call, if it was not the model itself: this dialect's signature of a call. */
export function callerOf(signature: Signature | undefined): Record<string, unknown> {
  if (signature?.dialect !== dialect) return {};
  return readInput(signature.value);
}

/** False for a call by the vendor's own code, which may already have its result. */
export function awaitsCaller(call: { signature?: Signature }): boolean {
  return call.signature?.dialect !== dialect;
}

/** The format requires an object; any other value is wrapped in one, and `null` means no arguments. */
export function readInput(text: string): Record<string, unknown> {
  if (text.trim() === "") return {};
  try {
    const value: unknown = parseBounded(text) ?? {};
    if (typeof value === "object" && !Array.isArray(value)) return value as Record<string, unknown>;
    return { value };
  } catch {
    return { arguments: text };
  }
}

/** Passes a citation of this dialect unchanged; of other dialects only web pages have an equivalent. */
export function renderCitation({ source, url, title, quote }: Citation): unknown[] {
  if (source?.dialect === dialect) return [source.value];
  if (url === undefined) return [];
  const [type, cited_text, encrypted_index] = ["web_search_result_location", quote ?? "", ""];
  return [{ type, url, title: title ?? null, cited_text, encrypted_index }];
}

/**
 * An image that the model created. The API has image blocks in requests only; clients that echo the response send it
 * back.
 */
export function renderImage(source: MediaSource): WireBlock[] {
  switch (source.kind) {
    case "inline":
      return [{ type: "image", source: { type: "base64", media_type: source.mediaType, data: source.data } }];
    case "url":
      return [{ type: "image", source: { type: "url", url: source.url } }];
    case "id":
      return [{ type: "image", source: { type: "file", file_id: source.id } }];
    case "text":
      return [];
  }
}
