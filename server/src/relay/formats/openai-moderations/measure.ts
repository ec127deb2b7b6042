import type { CallSize } from "../format.ts";
import { isFields } from "../kit/check-value.ts";
import type { WireModerationPart } from "./wire.ts";

/** The text of the input; images are not counted, since no upstream charges for them. `body` is the request. */
export function measure(body: unknown): CallSize {
  const input = isFields(body) ? body.input : undefined;
  const texts: string[] = [];
  for (const entry of Array.isArray(input) ? (input as unknown[]) : [input]) {
    const text = isFields(entry) ? (entry as Partial<WireModerationPart>).text : entry;
    if (typeof text === "string") texts.push(text);
  }
  return { tokens: 0, text: texts.join("\n") };
}
