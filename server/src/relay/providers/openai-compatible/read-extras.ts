import type {
  AudioReferenceBlock,
  EncryptedReasoningBlock,
  ImageBlock,
  ReasoningBlock,
  Signature,
  SpokenBlock,
} from "../../canonical/chat.ts";
import { readSignature } from "../../canonical/foreign-signature.ts";
import { asFilledText, asList, asObject, asText, type JsonObject } from "../kit/read-json.ts";

/** Speech of an answer; only its id if the vendor sends no audio. */
export function readSpeech(value: unknown): SpokenBlock | AudioReferenceBlock | undefined {
  const audio = asObject(value);
  const id = asFilledText(audio?.id);
  const data = asFilledText(audio?.data);
  if (data === undefined) return id === undefined ? undefined : { type: "audio-reference", id };
  const spoken: SpokenBlock = {
    type: "spoken",
    id: id ?? "",
    data,
    transcript: asText(audio?.transcript) ?? "",
  };
  if (typeof audio?.expires_at === "number") spoken.expiresAt = audio.expires_at;
  return spoken;
}

/** Images next to the text, as OpenRouter and Vercel's gateway send them. */
export function readImages(value: unknown): ImageBlock[] {
  return asList(value).flatMap((entry) => readImage(asObject(entry) ?? {}) ?? []);
}

/** A part `image_url`; undefined for any other part, or one without a URL. */
export function readImage(part: JsonObject): ImageBlock | undefined {
  if (part.type !== "image_url") return undefined;
  const url = asFilledText(asObject(part.image_url)?.url) ?? asFilledText(part.image_url);
  if (url === undefined) return undefined;
  const inline = /^data:([^;,]*);base64,/.exec(url.slice(0, 200));
  if (!inline) return { type: "image", source: { kind: "url", url } };
  const mediaType = inline[1] || "image/png";
  return { type: "image", source: { kind: "inline", mediaType, data: url.slice(inline[0].length) } };
}

/** Google's reasoning signature of a text or a tool call; another Tollgate may have marked another dialect's. */
export function readSignatureOf(fields: JsonObject): Signature | undefined {
  const text = asFilledText(asObject(asObject(fields.extra_content)?.google)?.thought_signature);
  return text === undefined ? undefined : readSignature(text, "gemini-generate");
}

/** Reasoning in pieces, signed or encrypted, in OpenRouter's format. */
export function readReasoningDetails(value: unknown): (ReasoningBlock | EncryptedReasoningBlock)[] {
  return asList(value).flatMap((entry) => {
    const detail = asObject(entry);
    return detail ? (readReasoningDetail(detail) ?? []) : [];
  });
}

/** One entry of `reasoning_details`; undefined if it is empty. */
export function readReasoningDetail(
  detail: JsonObject,
): ReasoningBlock | EncryptedReasoningBlock | undefined {
  const id = asFilledText(detail.id);
  const data = asFilledText(detail.data);
  const summary = asFilledText(detail.summary);
  if (data !== undefined) {
    const { dialect, value } = readSignature(data, "openai-chat");
    const block: EncryptedReasoningBlock = { type: "encrypted-reasoning", data: value, dialect };
    if (id !== undefined) block.id = id;
    if (summary !== undefined) block.summary = summary;
    return block;
  }
  const text = asText(detail.text) ?? summary;
  const signature = asFilledText(detail.signature);
  if (text === undefined && signature === undefined) return undefined;
  const block: ReasoningBlock = { type: "reasoning", text: text ?? "" };
  if (signature !== undefined) block.signature = readSignature(signature, "openai-chat");
  if (id !== undefined) block.id = id;
  return block;
}
