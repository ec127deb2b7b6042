import {
  applyEdits,
  type Edit,
  findOnlyValue,
  type Member,
  scanObject,
} from "../../../platform/scan-json-object.ts";
import { pickCustomParameters, removeParameters } from "../../canonical/custom-parameters.ts";
import type { RequestHead } from "../format.ts";
import { isFields, refuse } from "./read-fields.ts";
import { meteredFields } from "./read-head.ts";

/**
 * The caller's bytes with the model renamed and the channel's parameters added (D12). Changes bytes in place, so that everything else reaches
 * the upstream as it was written: numbers, key order, fields of tomorrow. Returns `raw` itself if nothing changes. `body` is `raw` parsed.
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
  const { values, overwrite, removed } = pickCustomParameters(custom, model);
  refuseRepeated(raw);
  const edits: Edit[] = head.model === model ? [] : renameModel(raw, model);
  const inserted: string[] = [];
  for (const [key, value] of Object.entries(values)) {
    const text = JSON.stringify(value);
    if (text === undefined) continue;
    if (!Object.hasOwn(fields, key)) inserted.push(`${JSON.stringify(key)}:${text}`);
    else if (overwrite) edits.push(...replace(scanObject(raw), key, text));
  }
  if (inserted.length > 0) {
    // The body names a model, so there is always a member to stand before.
    const start = raw.indexOf(openBrace) + 1;
    edits.push({ start, end: start, text: `${inserted.join(",")},` });
  }
  const rewritten = applyEdits(raw, edits);
  return removed.length > 0 ? takeOut(rewritten, removed) : rewritten;
}

const openBrace = 0x7b;

/** Looks at the keys one by one only where a name stands in the bytes twice, or an escape in which a key may be written. */
function refuseRepeated(raw: Buffer): void {
  if (!raw.includes(escapedLetter) && !meteredKeys.some((key) => standsTwice(raw, key))) return;
  const seen = new Set<string>();
  for (const { key } of scanObject(raw)) {
    if (seen.has(key) && meteredFields.includes(key)) refuse(key, `'${key}' must not be given twice.`);
    seen.add(key);
  }
}

const meteredKeys = meteredFields.map((name) => Buffer.from(`"${name}"`));
/** Begins the escape of every letter. */
const escapedLetter = Buffer.from("\\u00");

function standsTwice(raw: Buffer, text: Buffer): boolean {
  const first = raw.indexOf(text);
  return first !== -1 && raw.includes(text, first + text.length);
}

/** The usual body says `"model"` once, which is found without looking at the rest. */
function renameModel(raw: Buffer, to: string): Edit[] {
  const text = JSON.stringify(to);
  const only = raw.includes(escapedLetter) ? undefined : findOnlyValue(raw, modelKey);
  return only ? [{ ...only, text }] : replace(scanObject(raw), "model", text);
}

const modelKey = Buffer.from('"model"');

function replace(members: readonly Member[], name: string, text: string): Edit[] {
  return members.flatMap(({ key, valueStart: start, valueEnd: end }) =>
    key === name ? [{ start, end, text }] : [],
  );
}

/** What an operator forbids is worth writing the body anew. */
function takeOut(raw: Buffer, removed: readonly string[]): Buffer {
  const body = JSON.parse(raw.toString("utf8")) as Record<string, unknown>;
  removeParameters(body, removed);
  return Buffer.from(JSON.stringify(body));
}
