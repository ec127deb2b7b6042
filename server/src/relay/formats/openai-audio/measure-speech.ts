import type { CallSize } from "../format.ts";
import { isFields } from "../kit/check-value.ts";

/** Tokens of sound for a byte of text: 20 are a second (OpenAI), in which no voice says fewer than ten bytes of any language. */
const soundPerByte = 2;

/**
 * Speech is charged by the bytes of its words. Speech that comes as events may bring a usage with the tokens of its sound, which are more the
 * slower it is. `body` is the request.
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
