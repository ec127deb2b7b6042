import type { TranscriptionCall } from "../../canonical/transcription.ts";
import { type Fields, reject } from "../kit/check-value.ts";
import { findUnread, headerNames } from "../kit/name-unread.ts";
import { readBetween, readFlag, readText } from "../kit/read-fields.ts";
import { readForm } from "../kit/read-form.ts";
import { formKinds } from "./read-head.ts";

interface Parsed {
  call: TranscriptionCall;
  unread: string[];
}

/**
 * Parses a transcription request into the canonical call.
 * @throws RelayError `invalid_request` naming the field
 */
export function parseTranscription(body: unknown, model: string): Parsed {
  return parseForm(body, model, false);
}

/**
 * Parses a translation request (English text) into the canonical call.
 * @throws RelayError `invalid_request` naming the field
 */
export function parseTranslation(body: unknown, model: string): Parsed {
  return parseForm(body, model, true);
}

function parseForm(body: unknown, model: string, translate: boolean): Parsed {
  const { fields, files } = readForm(body, formKinds);
  if (readFlag(fields, "stream"))
    reject("stream", "'stream' is not supported: this model's channel returns whole transcripts only.");
  const file = files.find(({ name }) => name === "file")?.file ?? reject("file", "'file' is required.");
  const call: TranscriptionCall = { model, file, translate, format: readFormat(fields) };
  for (const name of ["language", "prompt"] as const) {
    const value = readText(fields, name);
    if (value !== undefined) call[name] = value;
  }
  const temperature = readBetween(fields, "temperature", 0, 1);
  if (temperature !== undefined) call.temperature = temperature;
  const timestamps = readTimestamps(fields);
  if (timestamps.length > 0) call.timestamps = timestamps;
  const others = files.filter(({ name }) => name !== "file").map(({ name }) => name);
  return { call, unread: headerNames(new Set([...findUnread(fields, known), ...others])) };
}

const formats = new Set(["json", "text", "srt", "verbose_json", "vtt"]);
const known = new Set([
  "model",
  "stream",
  "response_format",
  "language",
  "prompt",
  "temperature",
  "timestamp_granularities",
  "timestamp_granularities[]",
]);

function readFormat(fields: Fields): string {
  const format = readText(fields, "response_format") || "json";
  if (formats.has(format)) return format;
  const list = [...formats].map((name) => `'${name}'`).join(", ");
  return reject("response_format", `'response_format' must be one of ${list} for this model.`);
}

/** A form repeats the name, with or without brackets. */
function readTimestamps(fields: Fields): string[] {
  const given = [fields["timestamp_granularities[]"] ?? fields.timestamp_granularities ?? []].flat();
  return given.map((entry) => {
    if (entry === "word" || entry === "segment") return entry;
    return reject("timestamp_granularities", "'timestamp_granularities' must contain 'word' or 'segment'.");
  });
}
