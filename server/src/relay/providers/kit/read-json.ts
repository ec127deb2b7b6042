import { parseBounded } from "../../canonical/parse-bounded.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";

/** A JSON object from a vendor; no field is guaranteed. */
export type JsonObject = Record<string, unknown>;

/** Parses a body that should be JSON. @throws UnreadableAnswer */
export function parseJson(text: string): unknown {
  try {
    return parseBounded(text);
  } catch (cause) {
    throw new UnreadableAnswer(`not JSON: ${text.slice(0, 200)}`, { cause });
  }
}

/** The value as an object; undefined for anything else, arrays included. */
export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

/** The value as a list; empty for anything else. */
export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value if it is text. */
export function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The value if it is a non-empty text. */
export function asFilledText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The value as a required object. @throws UnreadableAnswer naming the expected object */
export function needObject(value: unknown, what: string): JsonObject {
  const object = asObject(value);
  if (object === undefined) throw new UnreadableAnswer(`${what} is not an object`);
  return object;
}
