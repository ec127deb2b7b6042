import { camelName } from "../../canonical/camel-name.ts";
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
} from "../kit/check-value.ts";
import { readField } from "../kit/google-names.ts";

/** Names of non-null fields that are not in `known`, in camelCase. */
export function findOthers(fields: Fields, known: ReadonlySet<string>): string[] {
  return Object.keys(fields)
    .filter((key) => fields[key] != null)
    .map(camelName)
    .filter((key) => !known.has(key));
}

/**
 * In all readers null counts as absent.
 * @throws RelayError
 */
export function readText(fields: Fields, key: string, path = ""): string | undefined {
  return checkText(readField(fields, key), key, path);
}

export function needText(fields: Fields, key: string, path = ""): string {
  const value = readText(fields, key, path);
  if (value === undefined || value === "") reject(within(path, key), `'${within(path, key)}' is required.`);
  return value;
}

/** A value of an enumeration, in capitals. */
export function readWord(fields: Fields, key: string, path = ""): string | undefined {
  return readText(fields, key, path)?.toUpperCase();
}

/** A number, or one as a string: Google's JSON allows both. */
export function readNumber(fields: Fields, key: string, path = ""): number | undefined {
  return checkNumber(readDigits(fields, key), key, path);
}

export function readWhole(fields: Fields, key: string, path: string, range: WholeRange): number | undefined {
  return checkWhole(readDigits(fields, key), key, path, range);
}

function readDigits(fields: Fields, key: string): unknown {
  const value = readField(fields, key);
  return typeof value === "string" && value.trim() !== "" ? Number(value) : value;
}

export function readFlag(fields: Fields, key: string, path = ""): boolean | undefined {
  return checkFlag(readField(fields, key), key, path);
}

export function readObject(fields: Fields, key: string, path = ""): Fields | undefined {
  return checkObject(readField(fields, key), key, path);
}

/** A list; a single value counts as a list of one, as in Google's API. */
export function readList(fields: Fields, key: string): unknown[] {
  const value = readField(fields, key);
  if (value == null) return [];
  return Array.isArray(value) ? value : [value];
}

/** Entries of a list, each an object. */
export function readObjects(fields: Fields, key: string, path = ""): Fields[] {
  return readList(fields, key).map((entry, index) => {
    const at = within(within(path, key), index);
    return isFields(entry) ? entry : reject(at, `'${at}' must be an object.`);
  });
}

/** Entries of a list, each a string. */
export function readTexts(fields: Fields, key: string, path = ""): string[] {
  return readList(fields, key).map((entry, index) => {
    const at = within(within(path, key), index);
    return typeof entry === "string" ? entry : reject(at, `'${at}' must be a string.`);
  });
}
