import { applyEdits, type Edit, findOnlyValue, scanObject } from "../../../platform/scan-json-object.ts";
import { pickCustomParameters, removeParameters } from "../../canonical/custom-parameters.ts";
import type { RequestHead } from "../format.ts";
import { isFields, refuse } from "./read-fields.ts";
import { meteredFields } from "./read-head.ts";

/**
 * The caller's bytes with the model renamed and the channel's parameters added (D12). Changes bytes in place, so that everything else
 * reaches the upstream as it was written: numbers, key order, fields of tomorrow. Returns `raw` itself if nothing changes.
 * `body` is `raw` parsed.
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
  refuseRepeated(raw, fields);
  const { values, overwrite, removed } = pickCustomParameters(custom, model);
  const edits = head.model === model ? [] : replaceValue(raw, "model", model);
  const inserted: string[] = [];
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(fields, key)) inserted.push(`${JSON.stringify(key)}:${JSON.stringify(value)}`);
    else if (overwrite) edits.push(...replaceValue(raw, key, value));
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

/** What an operator forbids is worth writing the body anew. */
function takeOut(raw: Buffer, removed: readonly string[]): Buffer {
  const body = JSON.parse(raw.toString("utf8")) as Record<string, unknown>;
  removeParameters(body, removed);
  return Buffer.from(JSON.stringify(body));
}

/** Looks at the keys one by one only where a name, or the escape of one of its letters, stands in the bytes twice. */
function refuseRepeated(raw: Buffer, fields: Record<string, unknown>): void {
  const suspect = meteredKeys.some(
    ({ name, quoted }) => Object.hasOwn(fields, name) && standsTwice(raw, quoted),
  );
  if (!suspect && !raw.includes(escapedLetter)) return;
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
/** Begins the escape of every letter: a key may be written with it. */
const escapedLetter = Buffer.from("\\u00");

/** A key that stands once in the whole body is found without looking at the rest. */
function replaceValue(raw: Buffer, key: string, value: unknown): Edit[] {
  const text = JSON.stringify(value);
  const only = raw.includes(escapedLetter) ? undefined : findOnlyValue(raw, Buffer.from(JSON.stringify(key)));
  if (only) return [{ ...only, text }];
  return scanObject(raw)
    .filter((member) => member.key === key)
    .map(({ valueStart: start, valueEnd: end }) => ({ start, end, text }));
}
