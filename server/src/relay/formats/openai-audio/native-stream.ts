import type { EventMarks } from "../../canonical/event-marks.ts";
import type { NativeStream } from "../format.ts";

/**
 * Events of a streamed transcript: `transcript.text.delta`, `transcript.text.segment`, and `transcript.text.done` with
 * the usage.
 */
export function createTranscriptStream(): NativeStream {
  return createStream("transcript.text.", transcriptMarks);
}

/** Events of streamed speech: `speech.audio.delta`, and `speech.audio.done` with the usage. */
export function createSpeechStream(): NativeStream {
  return createStream("speech.audio.", speechMarks);
}

function createStream(prefix: string, marks: EventMarks): NativeStream {
  const done = `${prefix}done`;
  return {
    opens: (body) => typeOf(body).startsWith(prefix),
    marks,
    isEnd: (data, body) => (body === undefined ? data.trim() === "[DONE]" : typeOf(body) === done),
    keeps: () => true,
  };
}

const transcriptMarks: EventMarks = { keys: ["usage"], endWords: ["transcript.text.done"] };
const speechMarks: EventMarks = { keys: ["usage"], endWords: ["speech.audio.done"] };

function typeOf(body: object): string {
  const { type } = body as { type?: unknown };
  return typeof type === "string" ? type : "";
}
