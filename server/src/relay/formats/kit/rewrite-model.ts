import { applyEdits } from "../../../platform/scan-json-object.ts";
import { pickCustomParameters, removeParameters } from "../../canonical/custom-parameters.ts";
import type { NativeRewrite } from "../format.ts";
import { type Fields, isFields } from "./check-value.ts";
import { findOnlyModel, hasEscapedLetter, type MeteredFields, mayRepeat } from "./metered-fields.ts";
import { rewriteExactly } from "./rewrite-exactly.ts";

/**
 * The caller's bytes with the model renamed and the channel's parameters added (D12), for calls that are smaller than chats. Where the body
 * names its model and the other metered fields once and nothing else is to change, only the model's bytes do; else it is written anew, and of
 * a name that stands there twice one is left, since upstreams differ in which one they take. Returns `raw` itself if nothing changes.
 * `change` is what else the format changes.
 */
export function rewriteModel(
  { raw, body, model, custom }: NativeRewrite,
  metered: MeteredFields,
  change?: (exact: Fields) => void,
): Buffer {
  const { values, overwrite, removed } = pickCustomParameters(custom, model);
  const fields = isFields(body) ? body : {};
  const added = Object.keys(values).filter((key) => overwrite || !Object.hasOwn(fields, key));
  if (change === undefined && added.length === 0 && removed.length === 0) {
    const value = findModel(raw, fields, metered);
    if (value)
      return fields.model === model ? raw : applyEdits(raw, [{ ...value, text: JSON.stringify(model) }]);
  }
  return rewriteExactly(raw, (exact) => {
    for (const key of added) exact[key] = values[key];
    removeParameters(exact, removed);
    change?.(exact);
    exact.model = model;
  });
}

/** The model's value, if it and the other metered fields stand there once for sure. */
function findModel(
  raw: Buffer,
  fields: Fields,
  metered: MeteredFields,
): { start: number; end: number } | undefined {
  if (fields.model == null || hasEscapedLetter(raw) || mayRepeat(raw, fields, metered)) return undefined;
  return findOnlyModel(raw);
}
