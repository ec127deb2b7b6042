import { pickCustomParameters } from "../../canonical/custom-parameters.ts";
import type { RequestHead } from "../format.ts";
import { isFields } from "./read-fields.ts";
import { findOnlyValue, scanObject } from "./scan-object.ts";

/** Replaces `raw[start, end)`; an insertion where both are the same. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * The caller's bytes with the model renamed, usage asked for in streams, and the channel's parameters added (D12). Changes bytes in place,
 * so that everything else reaches the upstream as it was written: numbers, key order, fields of tomorrow. Every `model` on the top
 * level is renamed, since upstreams differ in which of two they take. Returns `raw` itself if nothing changes. `body` is `raw` parsed.
 */
export function rewriteNative(
  raw: Buffer,
  body: unknown,
  head: RequestHead,
  model: string,
  custom: Record<string, unknown>,
): Buffer {
  const fields = isFields(body) ? body : {};
  const { values, overwrite } = pickCustomParameters(custom, model);
  const edits = renameModel(raw, head.model, model);
  const inserted: string[] = [];
  if (head.stream && !head.wantsStreamUsage) {
    if (Object.hasOwn(fields, "stream_options")) edits.push(...askInGivenOptions(raw));
    else inserted.push('"stream_options":{"include_usage":true}');
  }
  for (const key of Object.keys(values)) {
    const text = JSON.stringify(values[key]);
    if (text === undefined) continue;
    if (!Object.hasOwn(fields, key)) inserted.push(`${JSON.stringify(key)}:${text}`);
    else if (overwrite)
      for (const { valueStart: start, valueEnd: end } of membersOf(raw, key))
        edits.push({ start, end, text });
  }
  if (inserted.length > 0) {
    // The body names a model, so there is always a member to stand before.
    const start = raw.indexOf(openBrace) + 1;
    edits.push({ start, end: start, text: `${inserted.join(",")},` });
  }
  return applyEdits(raw, edits);
}

const openBrace = 0x7b;

function membersOf(raw: Buffer, key: string) {
  return scanObject(raw).filter((member) => member.key === key);
}

/** The usual body says `"model"` once, which is found without looking at the rest. */
function renameModel(raw: Buffer, from: string, to: string): Edit[] {
  const only = raw.includes(escapedLetter) ? undefined : findOnlyValue(raw, modelKey);
  if (only) return from === to ? [] : [{ ...only, text: JSON.stringify(to) }];
  const members = membersOf(raw, "model");
  if (from === to && members.length === 1) return [];
  return members.map(({ valueStart: start, valueEnd: end }) => ({ start, end, text: JSON.stringify(to) }));
}

const modelKey = Buffer.from('"model"');
/** Begins the escape of every letter of `model`: a key may be written with it. */
const escapedLetter = Buffer.from("\\u006");

/** Sets the flag inside the caller's own `stream_options`, in each of them if they are repeated. */
function askInGivenOptions(raw: Buffer): Edit[] {
  return membersOf(raw, "stream_options").flatMap(({ valueStart, valueEnd }): Edit[] => {
    if (raw[valueStart] !== openBrace)
      return [{ start: valueStart, end: valueEnd, text: '{"include_usage":true}' }];
    const members = scanObject(raw, valueStart);
    const flags = members.filter((member) => member.key === "include_usage");
    if (flags.length > 0)
      return flags.map((flag) => ({ start: flag.valueStart, end: flag.valueEnd, text: "true" }));
    const start = valueStart + 1;
    return [{ start, end: start, text: `"include_usage":true${members.length > 0 ? "," : ""}` }];
  });
}

function applyEdits(raw: Buffer, edits: Edit[]): Buffer {
  if (edits.length === 0) return raw;
  edits.sort((one, other) => one.start - other.start);
  const pieces: Buffer[] = [];
  let from = 0;
  for (const { start, end, text } of edits) {
    pieces.push(raw.subarray(from, start), Buffer.from(text));
    from = end;
  }
  pieces.push(raw.subarray(from));
  return Buffer.concat(pieces);
}
