import type { ChatCall } from "../../canonical/chat.ts";
import { type Fields, reject, within } from "./check-value.ts";
import { readNumber } from "./read-fields.ts";

/** Numeric settings of a chat that formats name differently. */
type Setting = "temperature" | "topP" | "topK" | "frequencyPenalty" | "presencePenalty" | "seed";

/**
 * Reads those numbers into the call: pairs of the field's name and the canonical one.
 * @throws RelayError
 */
export function readSettings(
  body: Fields,
  call: ChatCall,
  names: readonly (readonly [field: string, setting: Setting])[],
): void {
  for (const [field, setting] of names) {
    const value = readNumber(body, field);
    if (value !== undefined) call[setting] = value;
  }
}

/** Names in Chat Completions and in legacy completions. */
export const openaiSettings = [
  ["temperature", "temperature"],
  ["top_p", "topP"],
  ["frequency_penalty", "frequencyPenalty"],
  ["presence_penalty", "presencePenalty"],
  ["seed", "seed"],
] as const;

/**
 * Stop sequences: one string or a list of strings.
 * @throws RelayError
 */
export function readStop(body: Fields, key: string): string[] {
  const value = body[key];
  if (value == null) return [];
  if (typeof value === "string") return [value];
  if (!Array.isArray(value)) return reject(key, `'${key}' must be a string or a list of strings.`);
  return value.map((entry: unknown, index) =>
    typeof entry === "string"
      ? entry
      : reject(within(key, index), `'${within(key, index)}' must be a string.`),
  );
}
