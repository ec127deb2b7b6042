import type { CallSize } from "../format.ts";
import { isFields } from "../kit/check-value.ts";

/** The text of all inputs; an input of token numbers counts its numbers. `body` is the request. */
export function measure(body: unknown): CallSize {
  const input = isFields(body) ? body.input : undefined;
  const texts: string[] = [];
  let tokens = 0;
  for (const entry of Array.isArray(input) ? (input as unknown[]) : [input]) {
    if (typeof entry === "string") texts.push(entry);
    else if (typeof entry === "number") tokens += 1;
    else if (Array.isArray(entry)) tokens += entry.length;
  }
  return { tokens, text: texts.join("\n") };
}
