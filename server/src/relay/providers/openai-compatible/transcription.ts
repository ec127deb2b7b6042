import { noUsage, type UsageCounts } from "@tollgate/contract/cost";
import {
  audioUsage,
  type TranscriptionCall,
  type TranscriptionResult,
} from "../../canonical/transcription.ts";
import { addCustomParameters } from "../kit/add-custom-parameters.ts";
import { readCount, readCountIfGiven } from "../kit/read-count.ts";
import { asFilledText, asList, asObject, asText, type JsonObject, parseJson } from "../kit/read-json.ts";
import { type CallCapability, CannotServe, type UpstreamAnswer } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { authorizeChannel, endpointUrl } from "./endpoint.ts";
import type { CompatibleOptions } from "./options.ts";
import { fieldsOf, writeForm } from "./write-form.ts";

/** How a vendor's transcriptions differ from OpenAI's. */
export interface TranscriptionQuirks {
  /** False: the vendor does not translate. Default true. */
  translates?: boolean;
  /** False: the vendor has one response format and no `response_format`. Default true. */
  answerFormats?: boolean;
}

/** Transcriptions and translations in OpenAI's format. */
export function compatibleTranscription(
  options: CompatibleOptions = {},
  quirks: TranscriptionQuirks = {},
): CallCapability<TranscriptionCall, TranscriptionResult> {
  return {
    buildRequest(call, channel) {
      if (call.translate && quirks.translates === false)
        throw new CannotServe("This channel does not support translation.", "model");
      const endpoint = call.translate ? "/audio/translations" : "/audio/transcriptions";
      const fields = writeFields(call, quirks);
      addCustomParameters(fields, channel, call.model);
      // The file comes last: some servers stop reading after it.
      const { contentType, body } = writeForm([...fieldsOf(fields), { name: "file", value: call.file }]);
      return {
        method: "POST",
        url: endpointUrl(options, channel, endpoint, call.model),
        headers: {
          "content-type": contentType,
          accept: "application/json",
          ...authorizeChannel(options, channel),
        },
        body,
      };
    },
    readResponse: readTranscript,
  };
}

/** Every field but the audio. Subtitles are rendered here from timestamps, which are requested instead. */
function writeFields(call: TranscriptionCall, quirks: TranscriptionQuirks): JsonObject {
  const timed = call.format !== "json" && call.format !== "text";
  const body: JsonObject = { model: call.model };
  if (quirks.answerFormats !== false) body.response_format = timed ? "verbose_json" : "json";
  for (const name of ["language", "prompt", "temperature"] as const) {
    const value = call[name];
    if (value !== undefined) body[name] = value;
  }
  const timestamps = call.timestamps ?? (timed && quirks.answerFormats === false ? ["segment"] : []);
  if (timestamps.length > 0) body["timestamp_granularities[]"] = timestamps;
  return body;
}

/** A transcript as JSON, or as plain text from servers without JSON. @throws UnreadableAnswer */
export function readTranscript(answer: UpstreamAnswer): TranscriptionResult {
  const text = answer.body.toString("utf8");
  const type = answer.headers["content-type"] ?? "";
  if (type.startsWith("text/plain") || (!type.includes("json") && !text.trimStart().startsWith("{")))
    return readPlain(text, type);
  const root = asObject(parseJson(text));
  const transcript = asText(root?.text);
  if (root === undefined || transcript === undefined)
    throw new UnreadableAnswer("the transcript has no `text`");
  const result: TranscriptionResult = { text: transcript };
  const language = asFilledText(root.language);
  if (language !== undefined) result.language = language;
  const duration = readSeconds(root.duration) ?? readUsedSeconds(root);
  if (duration !== undefined) result.duration = duration;
  addTimes(result, root);
  const usage = readTranscriptionUsage(root);
  if (usage) result.usage = usage;
  return result;
}

function readPlain(text: string, type: string): TranscriptionResult {
  if (type.includes("html") || /^\s*<(?:!doctype|html)/i.test(text))
    throw new UnreadableAnswer("the transcript is a web page");
  return { text: text.trim() };
}

function addTimes(result: TranscriptionResult, root: JsonObject): void {
  const segments = asList(root.segments).flatMap((entry) => {
    const { start, end, text } = readTimes(entry);
    return start === undefined || end === undefined || text === undefined ? [] : [{ start, end, text }];
  });
  if (segments.length > 0) result.segments = segments;
  const words = asList(root.words).flatMap((entry) => {
    const { start, end, word } = readTimes(entry);
    return start === undefined || end === undefined || word === undefined ? [] : [{ start, end, word }];
  });
  if (words.length > 0) result.words = words;
}

function readTimes(entry: unknown) {
  const object = asObject(entry);
  const text = asText(object?.text);
  return {
    start: readSeconds(object?.start),
    end: readSeconds(object?.end),
    text,
    word: asText(object?.word) ?? text,
  };
}

/** Seconds, which some vendors send as text. */
function readSeconds(value: unknown): number | undefined {
  const seconds = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof seconds === "number" && Number.isFinite(seconds) ? seconds : undefined;
}

/**
 * The charge of an answer, or of the event that ends a stream: tokens, else seconds. Undefined if neither is reported.
 */
export function readTranscriptCharge(body: unknown): UsageCounts | undefined {
  const root = asObject(body);
  const seconds = readUsedSeconds(root) ?? readSeconds(root?.duration);
  return readTranscriptionUsage(body) ?? audioUsage(seconds);
}

function readUsedSeconds(root: JsonObject | undefined): number | undefined {
  return readSeconds(asObject(root?.usage)?.seconds);
}

/** Tokens, of an answer or of the event that ends a stream; undefined for seconds. */
export function readTranscriptionUsage(body: unknown): UsageCounts | undefined {
  const usage = asObject(asObject(body)?.usage);
  const input = readCountIfGiven(usage?.input_tokens) ?? readCountIfGiven(usage?.prompt_tokens);
  const output = readCountIfGiven(usage?.output_tokens) ?? readCountIfGiven(usage?.completion_tokens);
  if (input === undefined && output === undefined) return undefined;
  const details = asObject(usage?.input_token_details) ?? asObject(usage?.prompt_tokens_details);
  const audio = Math.min(readCount(details?.audio_tokens), input ?? 0);
  return { ...noUsage, input: (input ?? 0) - audio, input_audio: audio, output: output ?? 0 };
}
