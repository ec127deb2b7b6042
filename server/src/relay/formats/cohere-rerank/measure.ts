import type { CallSize } from "../format.ts";
import { isFields } from "../kit/check-value.ts";

/** The text of the query and of every document. `body` is the request. */
export function measure(body: unknown): CallSize {
  if (!isFields(body)) return { tokens: 0, text: "" };
  const documents = Array.isArray(body.documents) ? (body.documents as unknown[]) : [];
  const texts = [body.query, ...documents.map((entry) => (isFields(entry) ? entry.text : entry))];
  return { tokens: 0, text: texts.filter((text) => typeof text === "string").join("\n") };
}
