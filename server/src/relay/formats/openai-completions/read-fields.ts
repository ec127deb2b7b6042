import { RelayError } from "../../relay-error.ts";

/** A JSON object of a request. */
export type Fields = Record<string, unknown>;

/** Refuses a request, naming the field as OpenAI does. */
export function refuse(param: string, message: string): never {
  throw new RelayError("invalid_request", message, { param });
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** In all readers null counts as absent, since clients write both. @throws RelayError */
export function readText(fields: Fields, key: string): string | undefined {
  const value = fields[key];
  if (value == null) return undefined;
  return typeof value === "string" ? value : refuse(key, `'${key}' must be a string.`);
}

export function readNumber(fields: Fields, key: string): number | undefined {
  const value = fields[key];
  if (value == null) return undefined;
  return typeof value === "number" && Number.isFinite(value)
    ? value
    : refuse(key, `'${key}' must be a number.`);
}

export function readWhole(fields: Fields, key: string, least: number, most: number): number | undefined {
  const value = readNumber(fields, key);
  if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) return value;
  return refuse(key, `'${key}' must be a whole number from ${least} to ${most}.`);
}

export function readFlag(fields: Fields, key: string): boolean | undefined {
  const value = fields[key];
  if (value == null) return undefined;
  return typeof value === "boolean" ? value : refuse(key, `'${key}' must be true or false.`);
}

export function readObject(fields: Fields, key: string): Fields | undefined {
  const value = fields[key];
  if (value == null) return undefined;
  return isFields(value) ? value : refuse(key, `'${key}' must be an object.`);
}
