import { RelayError } from "../../relay-error.ts";

/** A JSON object of a request. */
export type Fields = Record<string, unknown>;

/** Refuses a request, naming the field as OpenAI does (`input[2].content`). */
export function refuse(param: string, message: string): never {
  throw new RelayError("invalid_request", message, { param });
}

/** Path of a field inside another one. */
export function within(path: string, key: string | number): string {
  if (typeof key === "number") return `${path}[${key}]`;
  return path === "" ? key : `${path}.${key}`;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** In all readers null counts as absent, since clients write both. @throws RelayError */
export function readText(fields: Fields, key: string, path = ""): string | undefined {
  const value = fields[key];
  if (value == null) return undefined;
  if (typeof value !== "string") refuse(within(path, key), `'${within(path, key)}' must be a string.`);
  return value;
}

export function needText(fields: Fields, key: string, path = ""): string {
  const value = readText(fields, key, path);
  if (value === undefined || value === "") refuse(within(path, key), `'${within(path, key)}' is required.`);
  return value;
}

export function readNumber(fields: Fields, key: string, path = ""): number | undefined {
  const value = fields[key];
  if (value == null) return undefined;
  if (typeof value !== "number" || !Number.isFinite(value))
    refuse(within(path, key), `'${within(path, key)}' must be a number.`);
  return value;
}

export function readWhole(fields: Fields, key: string, least: number, most: number): number | undefined {
  const value = readNumber(fields, key);
  if (value === undefined) return undefined;
  if (!Number.isInteger(value) || value < least || value > most)
    refuse(key, `'${key}' must be a whole number from ${least} to ${most}.`);
  return value;
}

export function readFlag(fields: Fields, key: string, path = ""): boolean | undefined {
  const value = fields[key];
  if (value == null) return undefined;
  if (typeof value !== "boolean") refuse(within(path, key), `'${within(path, key)}' must be true or false.`);
  return value;
}

export function readObject(fields: Fields, key: string, path = ""): Fields | undefined {
  const value = fields[key];
  if (value == null) return undefined;
  if (!isFields(value)) refuse(within(path, key), `'${within(path, key)}' must be an object.`);
  return value;
}

export function needObject(fields: Fields, key: string, path = ""): Fields {
  return readObject(fields, key, path) ?? refuse(within(path, key), `'${within(path, key)}' is required.`);
}

export function readList(fields: Fields, key: string, path = ""): unknown[] | undefined {
  const value = fields[key];
  if (value == null) return undefined;
  if (!Array.isArray(value)) refuse(within(path, key), `'${within(path, key)}' must be a list.`);
  return value;
}

/** Entries of a list, each an object. */
export function readObjects(fields: Fields, key: string, path = ""): Fields[] {
  return (readList(fields, key, path) ?? []).map((entry, index) =>
    isFields(entry)
      ? entry
      : refuse(within(within(path, key), index), `'${within(within(path, key), index)}' must be an object.`),
  );
}
