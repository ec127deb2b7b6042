import type { TranscriptionCall, TranscriptionResult } from "../../canonical/transcription.ts";
import { nameDropped } from "../kit/name-dropped.ts";
import { asFilledText, asList, asObject, asText, type JsonObject } from "../kit/read-json.ts";
import { type CallCapability, CannotServe, type UpstreamRequest } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { authorize, readResult, runUrl } from "./address.ts";

/** Whisper: the newer model accepts JSON with base64 audio, the older ones the file's bytes. */
export const transcription: CallCapability<TranscriptionCall, TranscriptionResult> = {
  buildRequest(call, channel) {
    const acceptsJson = call.model.includes("turbo");
    if (call.translate && !acceptsJson) throw new CannotServe("This model does not support translation.");
    const request: UpstreamRequest = {
      method: "POST",
      url: runUrl(channel, call.model),
      headers: {
        accept: "application/json",
        "content-type": acceptsJson ? "application/json" : "application/octet-stream",
        ...authorize(channel),
      },
      body: acceptsJson ? JSON.stringify(turboBody(call)) : call.file.bytes,
    };
    const lost = {
      temperature: call.temperature,
      ...(!acceptsJson && { language: call.language, prompt: call.prompt }),
    };
    const dropped = Object.entries(lost).flatMap(([field, value]) => (value === undefined ? [] : [field]));
    return nameDropped(request, dropped);
  },
  readResponse(answer) {
    const result = readResult(answer.body.toString("utf8"));
    const text = asText(result.text);
    if (text === undefined) throw new UnreadableAnswer("the answer contains no text");
    const transcription: TranscriptionResult = { text };
    const info = asObject(result.transcription_info);
    const language = asFilledText(info?.language);
    if (language !== undefined) transcription.language = language;
    if (typeof info?.duration === "number") transcription.duration = info.duration;
    const segments = asList(result.segments).flatMap((entry) => readSegment(entry) ?? []);
    if (segments.length > 0) transcription.segments = segments;
    const nested = asList(result.segments).flatMap((entry) => asList(asObject(entry)?.words));
    const words = (nested.length > 0 ? nested : asList(result.words)).flatMap(
      (entry) => readWord(entry) ?? [],
    );
    if (words.length > 0) transcription.words = words;
    return transcription;
  },
};

function turboBody(call: TranscriptionCall): JsonObject {
  const body: JsonObject = {
    audio: call.file.bytes.toString("base64"),
    task: call.translate ? "translate" : "transcribe",
  };
  if (call.language !== undefined) body.language = call.language;
  if (call.prompt !== undefined) body.initial_prompt = call.prompt;
  return body;
}

function readSegment(entry: unknown): { start: number; end: number; text: string } | undefined {
  const { start, end, text } = asObject(entry) ?? {};
  return typeof start === "number" && typeof end === "number" && typeof text === "string"
    ? { start, end, text }
    : undefined;
}

function readWord(entry: unknown): { start: number; end: number; word: string } | undefined {
  const { start, end, word } = asObject(entry) ?? {};
  return typeof start === "number" && typeof end === "number" && typeof word === "string"
    ? { start, end, word }
    : undefined;
}
