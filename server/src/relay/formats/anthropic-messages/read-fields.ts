import { RelayError } from "../../relay-error.ts";

/** A JSON object of a request. */
export type Fields = Record<string, unknown>;

/** Refuses a request, naming the field as Anthropic does (`messages.2.content`). */
export function refuse(param: string, message: string): never {
  throw new RelayError("invalid_request", message, { param });
}

/** Path of a field inside another one. */
export function within(path: string, key: string | number): string {
  return path === "" ? String(key) : `${path}.${key}`;
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

/** A text that must be there; it may be empty. */
export function givenText(fields: Fields, key: string, path = ""): string {
  return readText(fields, key, path) ?? refuse(within(path, key), `'${within(path, key)}' is required.`);
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

export function readWhole(fields: Fields, key: string, least: number, path = ""): number | undefined {
  const value = readNumber(fields, key, path);
  if (value === undefined) return undefined;
  if (!Number.isSafeInteger(value) || value < least)
    refuse(within(path, key), `'${within(path, key)}' must be a whole number of at least ${least}.`);
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
  const at = within(path, key);
  return (readList(fields, key, path) ?? []).map((entry, index) =>
    isFields(entry) ? entry : refuse(within(at, index), `'${within(at, index)}' must be an object.`),
  );
}

/** Names in `unread` what stands in `fields` beside the fields that were read. */
export function noteUnread(
  fields: Fields,
  read: ReadonlySet<string>,
  path: string,
  unread: Set<string>,
): void {
  for (const key of Object.keys(fields))
    if (!read.has(key) && fields[key] != null) unread.add(within(path, key));
}
