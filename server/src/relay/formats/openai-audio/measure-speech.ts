import type { CallSize } from "../format.ts";
import { isFields } from "../kit/check-value.ts";

/**
 * Audio tokens per byte of text: a second is 20 tokens (OpenAI), and speech in any language has at least ten bytes a
 * second.
 */
const soundPerByte = 2;

/**
 * Speech is charged by the bytes of its text. Streamed speech may report usage in audio tokens, which grows with slower
 * speech. `body` is the request.
 */
export function measureSpeech(body: unknown): CallSize {
  if (!isFields(body) || typeof body.input !== "string") return { tokens: 0, text: "" };
  const bytes = Buffer.byteLength(body.input);
  const characters = countCharacters(body.input);
  if (body.stream_format !== "sse") return { tokens: bytes, text: "", characters };
  const speed = typeof body.speed === "number" ? Math.min(Math.max(body.speed, 0.25), 1) : 1;
  const most = { output_audio: Math.ceil((bytes * soundPerByte) / speed) };
  return { tokens: bytes, text: "", most, characters };
}

/** Characters as vendors count them: an emoji outside the basic plane is one. */
function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
