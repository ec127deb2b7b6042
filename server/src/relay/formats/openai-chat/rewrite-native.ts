import { pickCustomParameters, removeParameters } from "../../canonical/custom-parameters.ts";
import type { RequestHead } from "../format.ts";
import { isFields, refuse } from "./read-fields.ts";
import { meteredFields } from "./read-head.ts";
import { findOnlyValue, type Member, scanObject } from "../../../platform/scan-json-object.ts";

/** Replaces `raw[start, end)`; an insertion where both are the same. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * The caller's bytes with the model renamed, usage asked for in streams, and the channel's parameters added (D12). Changes bytes in place,
 * so that everything else reaches the upstream as it was written: numbers, key order, fields of tomorrow. Returns `raw` itself if nothing
 * changes. `body` is `raw` parsed.
 * @throws RelayError `invalid_request` for a metered field that is there twice: upstreams differ in which of two they take
 */
export function rewriteNative(
  raw: Buffer,
  body: unknown,
  head: RequestHead,
  model: string,
  custom: Record<string, unknown>,
): Buffer {
  const fields = isFields(body) ? body : {};
  const escaped = raw.includes(escapedSmall) && escapedLetters.some((letter) => raw.includes(letter));
  refuseRepeated(raw, fields, escaped);
  const { values, overwrite, removed } = pickCustomParameters(custom, model);
  const edits = renameModel(raw, head.model, model, escaped);
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
  const rewritten = applyEdits(raw, edits);
  return removed.length > 0 ? takeOut(rewritten, removed) : rewritten;
}

/** What an operator forbids is worth writing the body anew, numbers digit by digit as they were. */
function takeOut(raw: Buffer, removed: readonly string[]): Buffer {
  const keep = (_key: string, value: unknown, { source }: { source?: string }) =>
    typeof value === "number" && source !== undefined ? exactJson.rawJSON(source) : value;
  const exactly = keep as (key: string, value: unknown) => unknown;
  const body = JSON.parse(raw.toString("utf8"), exactly) as Record<string, unknown>;
  removeParameters(body, removed);
  return Buffer.from(JSON.stringify(body));
}

/** Part of JavaScript, and not yet of the language level that the type checker is set to. */
const exactJson = JSON as unknown as { rawJSON(text: string): unknown };

/** Looks at the keys one by one only where a name, or the escape of one of its letters, stands in the bytes twice. */
function refuseRepeated(raw: Buffer, fields: Record<string, unknown>, escaped: boolean): void {
  const suspect = meteredKeys.some(
    ({ name, quoted }) => Object.hasOwn(fields, name) && standsTwice(raw, quoted),
  );
  if (!suspect && !escaped) return;
  const seen = new Set<string>();
  for (const { key } of scanObject(raw)) {
    if (seen.has(key) && meteredFields.includes(key)) refuse(key, `'${key}' must not be given twice.`);
    seen.add(key);
  }
}

function standsTwice(raw: Buffer, text: Buffer): boolean {
  const first = raw.indexOf(text);
  return first !== -1 && raw.includes(text, first + text.length);
}

const meteredKeys = meteredFields.map((name) => ({ name, quoted: Buffer.from(`"${name}"`) }));

const openBrace = 0x7b;

function membersOf(raw: Buffer, key: string): Member[] {
  return scanObject(raw).filter((member) => member.key === key);
}

/** The usual body says `"model"` once, which is found without looking at the rest. */
function renameModel(raw: Buffer, from: string, to: string, escaped: boolean): Edit[] {
  if (from === to) return [];
  const only = escaped ? undefined : findOnlyValue(raw, modelKey);
  if (only) return [{ ...only, text: JSON.stringify(to) }];
  const members = membersOf(raw, "model");
  return members.map(({ valueStart: start, valueEnd: end }) => ({ start, end, text: JSON.stringify(to) }));
}

const modelKey = Buffer.from('"model"');
/** A key may be written with escapes: those of letters begin with one of these, all of them with the first four signs. */
const escapedSmall = Buffer.from("\\u00");
const escapedLetters = ["\\u005", "\\u006", "\\u007"].map((text) => Buffer.from(text));

/** Sets the flag inside the caller's own `stream_options`. */
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
