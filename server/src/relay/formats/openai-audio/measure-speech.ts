import type { CallSize } from "../format.ts";
import { isFields } from "../kit/check-value.ts";

/** Speech is charged by the bytes of its words (relay contract A13). `body` is the request. */
export function measureSpeech(body: unknown): CallSize {
  const input = isFields(body) ? body.input : undefined;
  return { tokens: typeof input === "string" ? Buffer.byteLength(input) : 0, text: "" };
}
