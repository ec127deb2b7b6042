import { findOnlyValue, scanObject } from "../../../platform/scan-json-object.ts";
import { type Fields, reject } from "./check-value.ts";

/**
 * Fields that determine admission, price and usage of a format's calls: upstreams must read in them what Tollgate
 * reads.
 */
export interface MeteredFields {
  names: ReadonlySet<string>;
  /** Length of the longest name. */
  longest: number;
  /** Each name between quotes. */
  quoted: readonly { name: string; text: Buffer }[];
}

/** Created once per format. Names are lower-case letters and underscores. */
export function meterFields(...names: string[]): MeteredFields {
  return {
    names: new Set(names),
    longest: Math.max(...names.map((name) => name.length)),
    quoted: names.map((name) => ({ name, text: Buffer.from(`"${name}"`) })),
  };
}

/**
 * Rejects a metered field in another spelling: some upstreams match names without case and would accept `Model` or `N`,
 * which was neither admitted nor priced.
 * @throws RelayError `invalid_request` for such a name
 */
export function rejectVariants(fields: Fields, metered: MeteredFields): void {
  for (const key in fields) if (key.length <= metered.longest) rejectVariant(key, metered.names);
}

function rejectVariant(key: string, names: ReadonlySet<string>): void {
  if (names.has(key) || plain.test(key)) return;
  // Upper case first, then lower: some letters (`ſ`, the Kelvin sign) fold to plain ones only that way.
  const name = key.toUpperCase().toLowerCase();
  if (names.has(name)) reject(key, `Unknown field '${key}'; did you mean '${name}'?`);
}

/** Folds to itself. */
const plain = /^[a-z0-9_]*$/;

/**
 * Rejects duplicate metered fields: upstreams differ in which one they use. Reads the keys one by one only if a name,
 * or the escape of one of its letters (`escaped`), occurs twice in the bytes. `fields` is `raw` parsed.
 * @throws RelayError `invalid_request` for a duplicate metered field
 */
export function rejectRepeated(raw: Buffer, fields: Fields, metered: MeteredFields, escaped: boolean): void {
  if (!escaped && !mayRepeat(raw, fields, metered)) return;
  const seen = new Set<string>();
  for (const { key } of scanObject(raw)) {
    if (seen.has(key) && metered.names.has(key)) reject(key, `'${key}' must not be given twice.`);
    seen.add(key);
  }
}

/** True if the name of a metered field occurs twice in the bytes, as a key or a value. */
export function mayRepeat(raw: Buffer, fields: Fields, { quoted }: MeteredFields): boolean {
  return quoted.some(({ name, text }) => Object.hasOwn(fields, name) && occursTwice(raw, text));
}

function occursTwice(raw: Buffer, text: Buffer): boolean {
  let found = false;
  for (let at = raw.indexOf(text); at !== -1; at = raw.indexOf(text, at + 1)) {
    // After a backslash the quote is part of a longer string.
    if (raw[at - 1] === backslash) continue;
    if (found) return true;
    found = true;
  }
  return false;
}

const backslash = 0x5c;

/**
 * True if a key may contain escapes: those of lower-case letters and the underscore start with one of these, all of
 * them with the first four characters.
 */
export function hasEscapedLetter(raw: Buffer): boolean {
  return raw.includes(escapedSmall) && escapedLetters.some((letter) => raw.includes(letter));
}

const escapedSmall = Buffer.from("\\u00");
const escapedLetters = ["\\u005", "\\u006", "\\u007"].map((text) => Buffer.from(text));

/**
 * Position of the value if the body contains `"model"` once, found without parsing the rest; undefined if there are
 * several or none.
 */
export function findOnlyModel(raw: Buffer): { start: number; end: number } | undefined {
  return findOnlyValue(raw, modelKey);
}

const modelKey = Buffer.from('"model"');
