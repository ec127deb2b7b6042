import type { UsageCounts } from "@tollgate/contract/cost";
import { noUsage } from "@tollgate/contract/cost";
import type { RealtimeEvent, RealtimeNews, SessionNews, TextPlace } from "../../canonical/realtime.ts";
import { readCount } from "../kit/read-count.ts";
import { asList, asObject, asText, type JsonObject } from "../kit/read-json.ts";
import { readTranscriptionUsage } from "./transcription.ts";

/**
 * The billing facts of an OpenAI Realtime event, by its `type`; undefined if it has none. Supports the names of both
 * API versions (`response.audio.delta`, `response.output_audio.delta`).
 */
export function readRealtimeEvent(event: RealtimeEvent): RealtimeNews | undefined {
  const { type } = event;
  if (type.startsWith("response.")) return readResponseEvent(event);
  if (type.startsWith(transcription)) return readTranscriptionEvent(event, type.slice(transcription.length));
  switch (type) {
    case "session.created":
    case "session.updated":
    case "transcription_session.created":
    case "transcription_session.updated":
      return readSession(asObject(event["session"]));
    case "input_audio_buffer.committed":
      return { kind: "sound-committed", id: transcriptId(event) };
    case "error":
      return { kind: "error" };
    default:
      return undefined;
  }
}

const transcription = "conversation.item.input_audio_transcription.";

function readResponseEvent(event: RealtimeEvent): RealtimeNews | undefined {
  const { type } = event;
  const response = asObject(event["response"]);
  if (type === "response.created") return { kind: "answer-begun", id: asText(response?.id) ?? "" };
  if (type === "response.done")
    return {
      kind: "answer-done",
      id: asText(response?.id) ?? "",
      usage: readUsage(asObject(response?.usage)),
      text: asList(response?.output).map(textOfItem).join(""),
    };
  const sound = type === "response.output_audio.delta" || type === "response.audio.delta";
  if (type.endsWith(".delta")) {
    const delta = asText(event["delta"]) ?? "";
    return piece(event, "deltas", sound ? "" : delta, sound ? Buffer.byteLength(delta, "base64") : 0);
  }
  if (type === "response.output_item.done") return piece(event, "items", textOfItem(event["item"]), 0);
  if (type.endsWith(".done")) return piece(event, "parts", textOf(event), 0);
  return undefined;
}

function piece(event: RealtimeEvent, place: TextPlace, text: string, soundBytes: number): RealtimeNews {
  return { kind: "answer-piece", id: asText(event["response_id"]) ?? "", place, text, soundBytes };
}

/** Text of an item: its content and a tool call's arguments. */
function textOfItem(value: unknown): string {
  const item = asObject(value);
  return item ? asList(item.content).map(textOf).join("") + textOf(item) : "";
}

function textOf(value: unknown): string {
  const object = asObject(value);
  return (
    (asText(object?.text) ?? "") + (asText(object?.transcript) ?? "") + (asText(object?.arguments) ?? "")
  );
}

function readTranscriptionEvent(event: RealtimeEvent, what: string): RealtimeNews | undefined {
  const id = transcriptId(event);
  if (what === "delta") return { kind: "transcript-delta", id, text: asText(event["delta"]) ?? "" };
  if (what === "failed") return { kind: "transcript-failed", id };
  if (what !== "completed") return undefined;
  const text = asText(event["transcript"]) ?? "";
  const seconds = readCount(asObject(event["usage"])?.seconds);
  return { kind: "transcript-done", id, usage: readTranscriptionUsage(event), seconds, text };
}

function transcriptId(event: RealtimeEvent): string {
  return asText(event["item_id"]) ?? "";
}

/** Usage of a `response.done`, in disjoint buckets: cached tokens are part of the text and audio counts. */
function readUsage(usage: JsonObject | undefined): UsageCounts | undefined {
  if (!usage) return undefined;
  const input = asObject(usage.input_token_details);
  const output = asObject(usage.output_token_details);
  const cached = readCount(input?.cached_tokens);
  const cachedAudio = readCount(asObject(input?.cached_tokens_details)?.audio_tokens);
  const audio = Math.max(readCount(input?.audio_tokens) - cachedAudio, 0);
  const image = readCount(input?.image_tokens);
  const spoken = readCount(output?.audio_tokens);
  return {
    ...noUsage,
    cached,
    input_audio: audio,
    input_image: image,
    input: Math.max(readCount(usage.input_tokens) - cached - audio - image, 0),
    output_audio: spoken,
    output: Math.max(readCount(usage.output_tokens) - spoken, 0),
  };
}

function readSession(session: JsonObject | undefined): SessionNews | undefined {
  if (!session) return undefined;
  const audio = asObject(session.audio);
  const input = asObject(audio?.input);
  const transcription =
    input?.transcription === undefined ? session.input_audio_transcription : input.transcription;
  return {
    kind: "session",
    transcriber: readTranscriber(transcription),
    heardRate: readRate(input?.format ?? session.input_audio_format),
    spokenRate: readRate(asObject(audio?.output)?.format ?? session.output_audio_format),
  };
}

function readTranscriber(value: unknown): string | null | undefined {
  if (value === undefined || value === null) return value;
  return asText(asObject(value)?.model) ?? "";
}

/** Bytes per second: 16 bits at 24 kHz, or telephony's 8 bits at 8 kHz. Undefined if no format is set. */
function readRate(format: unknown): number | undefined {
  const name = asText(format) ?? asText(asObject(format)?.type);
  if (name === undefined) return undefined;
  const telephony = name.includes("g711") || name.includes("pcmu") || name.includes("pcma");
  return telephony ? 8000 : 48_000;
}
