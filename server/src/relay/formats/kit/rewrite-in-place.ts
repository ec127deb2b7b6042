import { applyEdits, type Edit, type Member, scanObject } from "../../../platform/scan-json-object.ts";
import { pickCustomParameters, removeParameters } from "../../canonical/custom-parameters.ts";
import type { NativeRewrite } from "../format.ts";
import { type Fields, isFields } from "./check-value.ts";
import { findOnlyModel, hasEscapedLetter, type MeteredFields, rejectRepeated } from "./metered-fields.ts";
import { rewriteExactly } from "./rewrite-exactly.ts";

/** Adds the format's own changes: replacements to `edits`, new members (`"key":value`) to `inserted`. */
export type AddEdits = (raw: Buffer, fields: Fields, edits: Edit[], inserted: string[]) => void;

/**
 * The caller's bytes with the model renamed and the channel's parameters added. Changes bytes in place, so that
 * everything else reaches the upstream as written: numbers, key order, unknown fields. Returns `raw` itself if nothing
 * changes. The body is serialized again only if the channel forbids fields.
 * @throws RelayError `invalid_request` for a duplicate metered field: upstreams differ in which of two they use
 */
export function rewriteInPlace(
  { raw, body, head, model, custom, plainKeys = false }: NativeRewrite,
  metered: MeteredFields,
  addEdits?: AddEdits,
): Buffer {
  const fields = isFields(body) ? body : {};
  const escaped = !plainKeys && hasEscapedLetter(raw);
  if (!plainKeys) rejectRepeated(raw, fields, metered, escaped);
  const { values, overwrite, removed } = pickCustomParameters(custom, model);
  const edits = head.model === model ? [] : renameModel(raw, model, escaped);
  const inserted: string[] = [];
  addEdits?.(raw, fields, edits, inserted);
  for (const key of Object.keys(values)) {
    const text = JSON.stringify(values[key]);
    if (text === undefined) continue;
    if (!Object.hasOwn(fields, key)) inserted.push(`${JSON.stringify(key)}:${text}`);
    else if (overwrite) edits.push(...replaceMembers(raw, key, text));
  }
  if (inserted.length > 0) {
    // The body contains a model, so there is always a member to insert before.
    const start = raw.indexOf(openBrace) + 1;
    edits.push({ start, end: start, text: `${inserted.join(",")},` });
  }
  const rewritten = applyEdits(raw, edits);
  return removed.length > 0
    ? rewriteExactly(rewritten, (exact) => removeParameters(exact, removed))
    : rewritten;
}

/** First byte of an object. */
export const openBrace = 0x7b;

/** Members of the body with this key; there may be several. */
export function membersOf(raw: Buffer, key: string): Member[] {
  return scanObject(raw).filter((member) => member.key === key);
}

function replaceMembers(raw: Buffer, key: string, text: string): Edit[] {
  return membersOf(raw, key).map(({ valueStart: start, valueEnd: end }) => ({ start, end, text }));
}

function renameModel(raw: Buffer, model: string, escaped: boolean): Edit[] {
  const text = JSON.stringify(model);
  const only = escaped ? undefined : findOnlyModel(raw);
  return only ? [{ ...only, text }] : replaceMembers(raw, "model", text);
}
