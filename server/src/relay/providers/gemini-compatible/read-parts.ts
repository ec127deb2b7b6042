import type { AssistantBlock, SpokenBlock, StopReason } from "../../canonical/chat.ts";
import { asFilledText, asObject, asText, type JsonObject } from "../kit/read-json.ts";
import { wavFile } from "./wav-file.ts";

/** State that the parts of one candidate share. */
export interface PartContext {
  /** Prefix of generated call ids. */
  idPrefix: string;
  /** Number of calls so far. */
  calls: number;
  /** Audio is returned as a file. */
  wav: boolean;
}

/** Parses one part of an answer; usually one block, none for an empty part. */
export function readPart(part: JsonObject, context: PartContext): AssistantBlock[] {
  const signature = readSignature(part);
  const call = asObject(part.functionCall);
  if (call !== undefined) {
    const name = asFilledText(call.name);
    if (name === undefined) return [];
    const id = asFilledText(call.id) ?? `${context.idPrefix}_${context.calls}`;
    context.calls++;
    const text = JSON.stringify(asObject(call.args) ?? {});
    return [{ type: "tool-call", id, name, arguments: text, ...signature }];
  }
  const text = asText(part.text);
  if (text !== undefined) {
    if (text === "" && signature.signature === undefined) return [];
    return [{ type: part.thought === true ? "reasoning" : "text", text, ...signature }];
  }
  const blocks = readOther(part, context);
  // An image's signature is emitted with an empty text.
  if (signature.signature && blocks[0]?.type !== "opaque")
    blocks.push({ type: "text", text: "", ...signature });
  return blocks;
}

function readSignature(part: JsonObject): { signature?: { dialect: "gemini-generate"; value: string } } {
  const value = asFilledText(part.thoughtSignature);
  return value === undefined ? {} : { signature: { dialect: "gemini-generate", value } };
}

function readOther(part: JsonObject, context: PartContext): AssistantBlock[] {
  // Images made during reasoning are not part of the answer, and no other dialect supports them.
  if (part.thought === true && (part.inlineData != null || part.fileData != null))
    return [{ type: "opaque", dialect: "gemini-generate", value: part }];
  const inline = asObject(part.inlineData);
  const mediaType = asText(inline?.mimeType) ?? "";
  const data = asText(inline?.data) ?? "";
  if (mediaType.startsWith("image/")) return [{ type: "image", source: { kind: "inline", mediaType, data } }];
  if (mediaType.startsWith("audio/")) return [readSpeech(mediaType, data, context)];
  const file = asObject(part.fileData);
  const url = asFilledText(file?.fileUri);
  const fileType = asText(file?.mimeType) ?? "";
  if (url !== undefined && fileType.startsWith("image/"))
    return [{ type: "image", source: { kind: "url", url, mediaType: fileType } }];
  const keys = Object.keys(part).filter((key) => part[key] != null && key !== "thoughtSignature");
  return keys.every((key) => key === "thought")
    ? []
    : [{ type: "opaque", dialect: "gemini-generate", value: part }];
}

function readSpeech(mediaType: string, data: string, { idPrefix, wav }: PartContext): SpokenBlock {
  const plain = /^audio\/(?:l16|pcm)/i.test(mediaType);
  const id = `audio_${idPrefix}`;
  return { type: "spoken", id, data: wav && plain ? wavFile(mediaType, data) : data, transcript: "" };
}

/** The canonical stop reason; with function calls, the API reports only a stop. An unknown reason is a plain stop. */
export function readStopReason(reason: unknown, calledTools: boolean): StopReason {
  if (reason === "MAX_TOKENS") return "length";
  if (reason === "CONTINUATION") return "pause";
  if (typeof reason === "string" && filtered.has(reason)) return "filter";
  return calledTools ? "tool-calls" : "stop";
}

const filtered = new Set(
  (
    "SAFETY RECITATION LANGUAGE BLOCKLIST PROHIBITED_CONTENT SPII MODEL_ARMOR JAILBREAK " +
    "IMAGE_SAFETY IMAGE_PROHIBITED_CONTENT IMAGE_RECITATION"
  ).split(" "),
);

/** Why a prompt was blocked; undefined if it was not. */
export function readRefusal(body: JsonObject): { message: string | undefined } | undefined {
  const feedback = asObject(body.promptFeedback);
  if (asFilledText(feedback?.blockReason) === undefined) return undefined;
  return { message: asFilledText(feedback?.blockReasonMessage) };
}

const besideContent = [
  "groundingMetadata",
  "urlContextMetadata",
  "citationMetadata",
  "safetyRatings",
  "finishMessage",
  "avgLogprobs",
];

/** A candidate's fields other than content, for callers of the same dialect; undefined if there are none. */
export function readCandidateData(candidate: JsonObject): AssistantBlock | undefined {
  const data: JsonObject = {};
  for (const key of besideContent) if (candidate[key] != null) data[key] = candidate[key];
  const { finishReason } = candidate;
  if (typeof finishReason === "string" && !plainReasons.has(finishReason)) data.finishReason = finishReason;
  if (Object.keys(data).length === 0) return undefined;
  return { type: "opaque", dialect: "gemini-generate", value: { candidate: data } };
}

/** Reasons that every format supports. */
const plainReasons = new Set(["STOP", "MAX_TOKENS", "SAFETY", "", "FINISH_REASON_UNSPECIFIED"]);

/** Epoch seconds of `createTime`, which Vertex AI sends. */
export function readCreated(body: JsonObject): { created?: number } {
  const created = Date.parse(asText(body.createTime) ?? "");
  return Number.isFinite(created) ? { created: Math.floor(created / 1000) } : {};
}
