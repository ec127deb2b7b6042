import type { SpeechCall } from "../../canonical/speech.ts";
import { type Fields, isFields, reject } from "../kit/check-value.ts";
import { findUnread, headerNames } from "../kit/name-unread.ts";
import { needFields, needText, readBetween, readText } from "../kit/read-fields.ts";

/**
 * Parses a speech request into the canonical call. A voice is a name or `{ id }`.
 * @throws RelayError `invalid_request` naming the field
 */
export function parseSpeech(body: unknown, model: string): { call: SpeechCall; unread: string[] } {
  const fields = needFields(body);
  if (readText(fields, "stream_format") === "sse")
    reject(
      "stream_format",
      "'stream_format' must be 'audio': this model's channel does not stream speech as events.",
    );
  const call: SpeechCall = {
    model,
    input: needText(fields, "input"),
    voice: readVoice(fields),
    format: readText(fields, "response_format") || "mp3",
  };
  const speed = readBetween(fields, "speed", 0.25, 4);
  if (speed !== undefined) call.speed = speed;
  const instructions = readText(fields, "instructions");
  if (instructions !== undefined) call.instructions = instructions;
  return { call, unread: headerNames(findUnread(fields, known)) };
}

const known = new Set([
  "model",
  "input",
  "voice",
  "response_format",
  "speed",
  "instructions",
  "stream_format",
]);

function readVoice(fields: Fields): string {
  return isFields(fields.voice) ? needText(fields.voice, "id") : needText(fields, "voice");
}
