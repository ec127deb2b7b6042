import { RelayError } from "../../relay-error.ts";

/** A JSON object of a request. */
export type Fields = Record<string, unknown>;

/** Rejects a request, naming the field at fault (`messages[2].content`). */
export function reject(param: string, message: string): never {
  throw new RelayError("invalid_request", message, { param });
}

/** Path of a field inside another one, as OpenAI and Google write it. */
export function within(path: string, key: string | number): string {
  if (typeof key === "number") return `${path}[${key}]`;
  return path === "" ? key : `${path}.${key}`;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Returns the string in field `key` of the object at `path`. In all these checks null counts as absent, since clients
 * send both, and any other type is rejected.
 * @throws RelayError `invalid_request` naming the field
 */
export function checkText(value: unknown, key: string, path: string): string | undefined {
  if (value == null) return undefined;
  if (typeof value !== "string") reject(within(path, key), `'${within(path, key)}' must be a string.`);
  return value;
}

export function checkNumber(value: unknown, key: string, path: string): number | undefined {
  if (value == null) return undefined;
  if (typeof value !== "number" || !Number.isFinite(value))
    reject(within(path, key), `'${within(path, key)}' must be a number.`);
  return value;
}

/** Bounds of a whole number, both included. */
export interface WholeRange {
  least: number;
  /** Default: the largest safe integer. */
  most?: number;
}

/** A whole number within `range`. */
export function checkWhole(value: unknown, key: string, path: string, range: WholeRange): number | undefined {
  const { least, most = Number.MAX_SAFE_INTEGER } = range;
  if (value == null) return undefined;
  if (typeof value !== "number" || !Number.isInteger(value) || value < least || value > most)
    reject(within(path, key), `'${within(path, key)}' must be a whole number ${describeRange(least, most)}.`);
  return value;
}

export function checkFlag(value: unknown, key: string, path: string): boolean | undefined {
  if (value == null) return undefined;
  if (typeof value !== "boolean") reject(within(path, key), `'${within(path, key)}' must be true or false.`);
  return value;
}

export function checkObject(value: unknown, key: string, path: string): Fields | undefined {
  if (value == null) return undefined;
  if (!isFields(value)) reject(within(path, key), `'${within(path, key)}' must be an object.`);
  return value;
}

function describeRange(least: number, most: number): string {
  return most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
}
