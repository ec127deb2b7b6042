import { completionTokens, promptTokens, type UsageCounts } from "@tollgate/contract/cost";
import { parseBounded } from "../../canonical/parse-bounded.ts";
import type { SpeechResult } from "../../canonical/speech.ts";
import type { TranscriptionCall, TranscriptionResult } from "../../canonical/transcription.ts";
import type { RenderContext, RenderedAnswer } from "../format.ts";
import { type Cue, lastCueEnd, readWords, renderSrt, renderVtt } from "./render-transcript.ts";
import type { WireTranscript, WireTranscriptUsage, WireVerboseTranscript } from "./wire.ts";

/** The audio itself. */
export function renderSpeech(result: SpeechResult): RenderedAnswer {
  return { contentType: result.mediaType, body: result.bytes };
}

/** The transcript in the requested form. */
export function renderResponse(
  result: TranscriptionResult,
  call: TranscriptionCall,
  _context: RenderContext,
): RenderedAnswer {
  switch (call.format) {
    case "text":
      return { contentType: plain, body: `${result.text}\n` };
    case "srt":
      return { contentType: plain, body: renderSrt(cuesOf(result)) };
    case "vtt":
      return { contentType: "text/vtt; charset=utf-8", body: renderVtt(cuesOf(result)) };
    case "verbose_json":
      return { contentType: json, body: JSON.stringify(renderVerbose(result, call)) };
    default:
      return { contentType: json, body: JSON.stringify(renderPlain(result)) };
  }
}

const plain = "text/plain; charset=utf-8";
const json = "application/json; charset=utf-8";

/** Text of a response, counted if the upstream reports no usage: the transcript is what is charged. */
export function answerText(answer: Buffer, contentType: string): string {
  const text = answer.toString("utf8");
  if (!contentType.includes("json")) return readWords(text);
  try {
    const body: unknown = parseBounded(text);
    const words = typeof body === "object" && body !== null ? (body as { text?: unknown }).text : undefined;
    return typeof words === "string" ? words : "";
  } catch {
    return text;
  }
}

/** Seconds that a response covers by its own times, rounded up: those of subtitles. 0 for every other response. */
export function answerSeconds(answer: Buffer, contentType: string): number {
  return contentType.includes("json") ? 0 : Math.ceil(lastCueEnd(answer.toString("utf8")));
}

/** An upstream without times yields one cue for everything. */
function cuesOf(result: TranscriptionResult): readonly Cue[] {
  if (result.segments && result.segments.length > 0) return result.segments;
  return [{ start: 0, end: result.duration ?? 0, text: result.text }];
}

function renderPlain(result: TranscriptionResult): WireTranscript {
  return { text: result.text, ...(result.usage && { usage: renderUsage(result.usage) }) };
}

function renderVerbose(result: TranscriptionResult, call: TranscriptionCall): WireVerboseTranscript {
  const { segments, words } = result;
  const ends = segments?.at(-1)?.end ?? words?.at(-1)?.end ?? 0;
  return {
    task: call.translate ? "translate" : "transcribe",
    language: result.language ?? call.language ?? "",
    duration: result.duration ?? ends,
    ...renderPlain(result),
    ...(segments && { segments: segments.map((segment, id) => ({ id, ...segment })) }),
    ...(words && { words }),
  };
}

function renderUsage(usage: UsageCounts): WireTranscriptUsage {
  const input = promptTokens(usage);
  const output = completionTokens(usage);
  return {
    type: "tokens",
    input_tokens: input,
    output_tokens: output,
    total_tokens: input + output,
    input_token_details: { text_tokens: input - usage.input_audio, audio_tokens: usage.input_audio },
  };
}

/** Text of one event of a streamed transcript. */
export function deltaText(event: object): string {
  const { type, delta } = event as { type?: unknown; delta?: unknown };
  return type === "transcript.text.delta" && typeof delta === "string" ? delta : "";
}
