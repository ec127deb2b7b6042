import { RelayError } from "../../relay-error.ts";

/** A JSON object of a request. */
export type Fields = Record<string, unknown>;

/** Refuses a request, naming the field by its camelCase path (`contents[0].parts[1].text`). */
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

const snakeNames = new Map<string, string>();

/** A field by its camelCase name, or by the same in snake_case: Google takes either. */
export function readField(fields: Fields, key: string): unknown {
  const value = fields[key];
  if (value != null) return value;
  let snake = snakeNames.get(key);
  if (snake === undefined) {
    snake = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    snakeNames.set(key, snake);
  }
  return fields[snake];
}

/** The camelCase name of a field written either way. */
export function camelName(key: string): string {
  return key.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}

/** Names of fields that hold a value and are not in `known`, in camelCase. */
export function findOthers(fields: Fields, known: ReadonlySet<string>): string[] {
  return Object.keys(fields)
    .filter((key) => fields[key] != null)
    .map(camelName)
    .filter((key) => !known.has(key));
}

/** In all readers null counts as absent. @throws RelayError */
export function readText(fields: Fields, key: string, path = ""): string | undefined {
  const value = readField(fields, key);
  if (value == null) return undefined;
  if (typeof value !== "string") refuse(within(path, key), `'${within(path, key)}' must be a string.`);
  return value;
}

export function needText(fields: Fields, key: string, path = ""): string {
  const value = readText(fields, key, path);
  if (value === undefined || value === "") refuse(within(path, key), `'${within(path, key)}' is required.`);
  return value;
}

/** A word of an enumeration, in capitals. */
export function readWord(fields: Fields, key: string, path = ""): string | undefined {
  return readText(fields, key, path)?.toUpperCase();
}

/** A number, or one in text: both are JSON of Google's. */
export function readNumber(fields: Fields, key: string, path = ""): number | undefined {
  const value = readField(fields, key);
  if (value == null) return undefined;
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number))
    refuse(within(path, key), `'${within(path, key)}' must be a number.`);
  return number;
}

export function readWhole(
  fields: Fields,
  key: string,
  path: string,
  least: number,
  most: number,
): number | undefined {
  const value = readNumber(fields, key, path);
  if (value === undefined) return undefined;
  if (!Number.isInteger(value) || value < least || value > most)
    refuse(within(path, key), `'${within(path, key)}' must be a whole number from ${least} to ${most}.`);
  return value;
}

export function readFlag(fields: Fields, key: string, path = ""): boolean | undefined {
  const value = readField(fields, key);
  if (value == null) return undefined;
  if (typeof value !== "boolean") refuse(within(path, key), `'${within(path, key)}' must be true or false.`);
  return value;
}

export function readObject(fields: Fields, key: string, path = ""): Fields | undefined {
  const value = readField(fields, key);
  if (value == null) return undefined;
  if (!isFields(value)) refuse(within(path, key), `'${within(path, key)}' must be an object.`);
  return value;
}

/** A list; one value alone counts as a list of it, as with Google. */
export function readList(fields: Fields, key: string): unknown[] {
  const value = readField(fields, key);
  if (value == null) return [];
  return Array.isArray(value) ? value : [value];
}

/** Entries of a list, each an object. */
export function readObjects(fields: Fields, key: string, path = ""): Fields[] {
  return readList(fields, key).map((entry, index) => {
    const at = within(within(path, key), index);
    return isFields(entry) ? entry : refuse(at, `'${at}' must be an object.`);
  });
}

/** Entries of a list, each a string. */
export function readTexts(fields: Fields, key: string, path = ""): string[] {
  return readList(fields, key).map((entry, index) => {
    const at = within(within(path, key), index);
    return typeof entry === "string" ? entry : refuse(at, `'${at}' must be a string.`);
  });
}
