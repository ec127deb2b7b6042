import { RelayError } from "../../relay-error.ts";
import {
  checkFlag,
  checkNumber,
  checkObject,
  checkText,
  checkWhole,
  type Fields,
  isFields,
  reject,
  within,
  type WholeRange,
} from "./check-value.ts";

/**
 * The body of a request.
 * @throws RelayError if it is not an object
 */
export function needFields(body: unknown): Fields {
  if (!isFields(body)) throw new RelayError("invalid_request", "The body must be a JSON object.");
  return body;
}

/**
 * Readers of one field each: `read…` returns undefined for an absent one, `need…` rejects it. Null counts as absent.
 * `path` is the location of `fields`.
 * @throws RelayError `invalid_request` naming the field
 */
export function readText(fields: Fields, key: string, path = ""): string | undefined {
  return checkText(fields[key], key, path);
}

/** A non-empty string. */
export function needText(fields: Fields, key: string, path = ""): string {
  const value = readText(fields, key, path);
  if (value === undefined || value === "") reject(within(path, key), `'${within(path, key)}' is required.`);
  return value;
}

/** A required string; it may be empty. */
export function givenText(fields: Fields, key: string, path = ""): string {
  return readText(fields, key, path) ?? reject(within(path, key), `'${within(path, key)}' is required.`);
}

export function readNumber(fields: Fields, key: string, path = ""): number | undefined {
  return checkNumber(fields[key], key, path);
}

/** A number from `least` to `most`. */
export function readBetween(fields: Fields, key: string, least: number, most: number): number | undefined {
  const value = fields[key];
  if (value == null) return undefined;
  if (typeof value !== "number" || !(value >= least && value <= most))
    reject(key, `'${key}' must be a number from ${least} to ${most}.`);
  return value;
}

/** A whole number within `range`. */
export function readWhole(fields: Fields, key: string, range: WholeRange, path = ""): number | undefined {
  return checkWhole(fields[key], key, path, range);
}

export function readFlag(fields: Fields, key: string, path = ""): boolean | undefined {
  return checkFlag(fields[key], key, path);
}

export function readObject(fields: Fields, key: string, path = ""): Fields | undefined {
  return checkObject(fields[key], key, path);
}

export function needObject(fields: Fields, key: string, path = ""): Fields {
  return readObject(fields, key, path) ?? reject(within(path, key), `'${within(path, key)}' is required.`);
}

export function readList(fields: Fields, key: string, path = ""): unknown[] | undefined {
  const value = fields[key];
  if (value == null) return undefined;
  if (!Array.isArray(value)) reject(within(path, key), `'${within(path, key)}' must be a list.`);
  return value;
}

/** Entries of a list, each an object. */
export function readObjects(fields: Fields, key: string, path = ""): Fields[] {
  return (readList(fields, key, path) ?? []).map((entry, index) => {
    if (isFields(entry)) return entry;
    const at = within(within(path, key), index);
    return reject(at, `'${at}' must be an object.`);
  });
}
