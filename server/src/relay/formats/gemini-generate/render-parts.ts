import type { AssistantBlock, MediaSource, OpaqueBlock, Signature } from "../../canonical/chat.ts";
import { writeSignatureBytes } from "../../canonical/foreign-signature.ts";
import { parseBounded } from "../../canonical/parse-bounded.ts";
import { packReasoning } from "./encrypted-reasoning.ts";
import type { WireContentPart, WirePart } from "./wire.ts";

/** Parts of one block of a response; none if the format has no equivalent. */
export function renderBlock(block: AssistantBlock): WireContentPart[] {
  switch (block.type) {
    case "text":
    case "refusal":
      return [signed({ text: block.text }, "signature" in block ? block.signature : undefined)];
    case "reasoning":
      return [signed({ text: block.text, thought: true }, block.signature)];
    case "encrypted-reasoning":
      return [signed({ text: block.summary ?? "", thought: true }, packReasoning(block))];
    case "tool-call":
      return [renderCall(block.id, block.name, block.arguments, block.signature)];
    case "image":
      return renderPicture(block.source);
    case "spoken":
      return renderSpeech(block.transcript, block.data);
    case "opaque":
      return block.dialect === "gemini-generate" && !isCandidateData(block) ? [block.value] : [];
    case "audio-reference":
      return [];
  }
}

/** A whole call. Arguments that are not a JSON object are wrapped in one; `null` means none. */
export function renderCall(
  id: string,
  name: string,
  text: string,
  signature: Signature | undefined,
): WirePart {
  return signed({ functionCall: { id, name, args: readArguments(text) } }, signature);
}

function readArguments(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    const value: unknown = parseBounded(text) ?? {};
    return typeof value === "object" && !Array.isArray(value) ? value : { value };
  } catch {
    return { arguments: text };
  }
}

export function renderPicture(source: MediaSource): WirePart[] {
  if (source.kind === "inline") return [{ inlineData: { mimeType: source.mediaType, data: source.data } }];
  if (source.kind !== "url") return [];
  const mimeType = source.mediaType ?? "image/png";
  return [{ fileData: { mimeType, fileUri: source.url } }];
}

/** Speech is requested as plain samples, 24,000 per second (see parse-config.ts). */
export function renderSpeech(transcript: string, data: string): WirePart[] {
  const parts: WirePart[] = transcript === "" ? [] : [{ text: transcript }];
  if (data !== "") parts.push({ inlineData: { mimeType: "audio/L16;codec=pcm;rate=24000", data } });
  return parts;
}

export function signed(part: WirePart, signature: Signature | undefined): WirePart {
  if (signature) part.thoughtSignature = writeSignatureBytes(signature, "gemini-generate");
  return part;
}

/**
 * Fields that an upstream of this dialect sends next to a candidate's content (grounding, ratings) arrive as one opaque
 * block.
 */
export function isCandidateData(block: OpaqueBlock): boolean {
  const { candidate } = block.value;
  return block.dialect === "gemini-generate" && typeof candidate === "object" && candidate !== null;
}
