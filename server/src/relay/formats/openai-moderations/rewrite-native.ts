import { pickCustomParameters } from "../../canonical/custom-parameters.ts";
import type { RequestHead } from "../format.ts";
import { isFields } from "./read-fields.ts";

/**
 * The caller's bytes with the model renamed and the channel's parameters added (D12). Where the body names its model and the other
 * `metered` fields once, nothing but the model's bytes changes; else it is written anew, numbers digit by digit as they were.
 * Returns `raw` itself if nothing changes. `body` is `raw` parsed.
 */
export function rewriteNative(
  raw: Buffer,
  body: unknown,
  _head: RequestHead,
  model: string,
  custom: Record<string, unknown>,
  metered: readonly string[] = [],
): Buffer {
  const { values, overwrite } = pickCustomParameters(custom, model);
  const fields = isFields(body) ? body : {};
  const added = Object.keys(values).filter((key) => overwrite || !Object.hasOwn(fields, key));
  const name = fields.model == null || added.length > 0 ? undefined : findModel(raw, metered);
  if (name) {
    if (fields.model === model) return raw;
    return Buffer.concat([
      raw.subarray(0, name.start),
      Buffer.from(JSON.stringify(model)),
      raw.subarray(name.end),
    ]);
  }
  // Of a name that stands there twice, upstreams differ in which one they take: one is left.
  const exact = parseExactly(raw.toString("utf8"));
  for (const key of added) exact[key] = values[key];
  exact.model = model;
  return Buffer.from(JSON.stringify(exact));
}

/** Where the value of the only `"model"` of the body stands; undefined if that or a metered field may stand there twice. */
function findModel(raw: Buffer, metered: readonly string[]): { start: number; end: number } | undefined {
  const [at, ...others] = findTexts(raw, "model");
  if (at === undefined || others.length > 0) return undefined;
  // A key may be written with escapes: those of small letters all begin like this.
  if (raw.includes("\\u006") || raw.includes("\\u007")) return undefined;
  if (metered.some((key) => findTexts(raw, key).length > 1)) return undefined;
  let start = at + '"model"'.length;
  while (isSpaceOrColon(raw[start])) start++;
  if (raw[start] !== quote) return undefined;
  let end = start + 1;
  while (end < raw.length && raw[end] !== quote) end += raw[end] === backslash ? 2 : 1;
  return { start, end: end + 1 };
}

/** Where this text stands as a key or a value of its own, twice at most. */
function findTexts(raw: Buffer, text: string): number[] {
  const quoted = `"${text}"`;
  const found: number[] = [];
  for (let at = raw.indexOf(quoted); at !== -1 && found.length < 2; at = raw.indexOf(quoted, at + 1))
    // After a backslash the quote is part of a longer text.
    if (raw[at - 1] !== backslash) found.push(at);
  return found;
}

/** Like `JSON.parse`, but numbers keep their digits: a seed may have more of them than a double. */
function parseExactly(text: string): Record<string, unknown> {
  const keep = (_key: string, value: unknown, { source }: { source?: string }) =>
    typeof value === "number" && source !== undefined ? exactJson.rawJSON(source) : value;
  return JSON.parse(text, keep as (key: string, value: unknown) => unknown) as Record<string, unknown>;
}

/** Part of JavaScript, and not yet of the language level that the type checker is set to. */
const exactJson = JSON as unknown as { rawJSON(text: string): unknown };

const quote = 0x22;
const backslash = 0x5c;

function isSpaceOrColon(byte: number | undefined): boolean {
  return byte === 0x3a || byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
