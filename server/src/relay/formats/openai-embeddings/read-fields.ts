import { RelayError } from "../../relay-error.ts";

/** A JSON object of a request. */
export type Fields = Record<string, unknown>;

/** Refuses a request, naming the field as OpenAI does (`input[2]`). */
export function refuse(param: string, message: string): never {
  throw new RelayError("invalid_request", message, { param });
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The body of a request. @throws RelayError */
export function needFields(body: unknown): Fields {
  if (!isFields(body)) throw new RelayError("invalid_request", "The body must be a JSON object.");
  return body;
}

/** In all readers null counts as absent, since clients write both. @throws RelayError */
export function readText(fields: Fields, key: string): string | undefined {
  const value = fields[key];
  if (value == null) return undefined;
  if (typeof value !== "string") refuse(key, `'${key}' must be a string.`);
  return value;
}

export function readWhole(fields: Fields, key: string, least: number, most: number): number | undefined {
  const value = fields[key];
  if (value == null) return undefined;
  if (typeof value !== "number" || !Number.isInteger(value) || value < least || value > most)
    refuse(key, `'${key}' must be a whole number from ${least} to ${most}.`);
  return value;
}

/** Names of fields that say something and are not among the known ones. */
export function unreadFields(fields: Fields, known: ReadonlySet<string>): string[] {
  return Object.keys(fields).filter((key) => fields[key] != null && !known.has(key));
}
