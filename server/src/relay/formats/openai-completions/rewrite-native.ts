import { pickCustomParameters, removeParameters } from "../../canonical/custom-parameters.ts";
import type { RequestHead } from "../format.ts";
import { isFields } from "./read-fields.ts";
import { meteredFields } from "./read-head.ts";

/**
 * The caller's bytes with the model renamed, usage asked for in streams, and the channel's parameters added (D12). Where the model's
 * name is all that changes, nothing but its bytes do; else the body is written anew, numbers digit by digit as they were. Returns
 * `raw` itself if nothing changes. `body` is `raw` parsed.
 */
export function rewriteNative(
  raw: Buffer,
  body: unknown,
  head: RequestHead,
  model: string,
  custom: Record<string, unknown>,
): Buffer {
  const { values, overwrite, removed } = pickCustomParameters(custom, model);
  const fields = isFields(body) ? body : {};
  const added = Object.keys(values).filter((key) => overwrite || !Object.hasOwn(fields, key));
  const asksUsage = head.stream && !head.wantsStreamUsage;
  if (!asksUsage && added.length === 0 && removed.length === 0) {
    const name = findModel(raw, fields);
    if (name && head.model === model) return raw;
    if (name)
      return Buffer.concat([
        raw.subarray(0, name.start),
        Buffer.from(JSON.stringify(model)),
        raw.subarray(name.end),
      ]);
  }
  // Of a name that stands there twice, upstreams differ in which one they take: one is left.
  const exact = parseExactly(raw.toString("utf8"));
  for (const key of added) exact[key] = values[key];
  removeParameters(exact, removed);
  if (asksUsage)
    exact.stream_options = {
      ...(isFields(exact.stream_options) ? exact.stream_options : {}),
      include_usage: true,
    };
  exact.model = model;
  return Buffer.from(JSON.stringify(exact));
}

/** Where the value of the only `"model"` of the body stands; undefined if that or another metered field may stand there twice. */
function findModel(raw: Buffer, fields: Record<string, unknown>): { start: number; end: number } | undefined {
  // A key may be written with escapes: those of letters all begin like this.
  if (raw.includes("\\u00")) return undefined;
  if (meteredFields.some((key) => Object.hasOwn(fields, key) && findOnly(raw, key) === undefined))
    return undefined;
  const at = findOnly(raw, "model");
  if (at === undefined) return undefined;
  let start = at + '"model"'.length;
  while (isSpaceOrColon(raw[start])) start++;
  if (raw[start] !== quote) return undefined;
  let end = start + 1;
  while (end < raw.length && raw[end] !== quote) end += raw[end] === backslash ? 2 : 1;
  return { start, end: end + 1 };
}

function findOnly(raw: Buffer, key: string): number | undefined {
  const quoted = `"${key}"`;
  const at = raw.indexOf(quoted);
  return at === -1 || raw.includes(quoted, at + 1) ? undefined : at;
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
