import type { NativeStream } from "../format.ts";

/**
 * Events of a streamed transcript: `transcript.text.delta`, `transcript.text.segment`, and `transcript.text.done` with
 * the usage.
 */
export function createTranscriptStream(): NativeStream {
  return createStream("transcript.text.");
}

/** Events of streamed speech: `speech.audio.delta`, and `speech.audio.done` with the usage. */
export function createSpeechStream(): NativeStream {
  return createStream("speech.audio.");
}

function createStream(prefix: string): NativeStream {
  const done = `${prefix}done`;
  return {
    opens: (body) => typeOf(body).startsWith(prefix),
    endKey: usageKey,
    endWord: Buffer.from(done),
    usageKey,
    isEnd: (data, body) => (body === undefined ? data.trim() === "[DONE]" : typeOf(body) === done),
    keeps: () => true,
  };
}

const usageKey = Buffer.from('"usage"');

function typeOf(body: object): string {
  const { type } = body as { type?: unknown };
  return typeof type === "string" ? type : "";
}
