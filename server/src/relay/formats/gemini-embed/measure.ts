import type { CallSize } from "../format.ts";
import { isFields } from "../kit/check-value.ts";

/** A part that is not text: Google's price in tokens of an image, the most common kind. */
const tokensPerMedia = 258;

/** The text of all contents. `body` is the request. */
export function measure(body: unknown): CallSize {
  const texts: string[] = [];
  let tokens = 0;
  const requests = isFields(body) && Array.isArray(body.requests) ? (body.requests as unknown[]) : [body];
  for (const request of requests) {
    const content = isFields(request) ? request.content : undefined;
    const parts = isFields(content) && Array.isArray(content.parts) ? (content.parts as unknown[]) : [];
    for (const part of parts) {
      if (isFields(part) && typeof part.text === "string") texts.push(part.text);
      else tokens += tokensPerMedia;
    }
  }
  return { tokens, text: texts.join("\n") };
}
