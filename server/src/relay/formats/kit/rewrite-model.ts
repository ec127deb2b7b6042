import { applyEdits } from "../../../platform/scan-json-object.ts";
import { pickCustomParameters, removeParameters } from "../../canonical/custom-parameters.ts";
import type { NativeRewrite } from "../format.ts";
import { type Fields, isFields } from "./check-value.ts";
import { findOnlyModel, hasEscapedLetter, type MeteredFields, mayRepeat } from "./metered-fields.ts";
import { rewriteExactly } from "./rewrite-exactly.ts";

/**
 * The caller's bytes with the model renamed and the channel's parameters added, for calls that are smaller than chats.
 * If the body contains its model and the other metered fields once and nothing else changes, only the model's bytes are
 * replaced; otherwise it is serialized again and keeps one of each duplicate, since upstreams differ in which one they
 * use. Returns `raw` itself if nothing changes.
 * `change` applies the format's own changes.
 */
export function rewriteModel(
  { raw, body, model, custom, plainKeys = false }: NativeRewrite,
  metered: MeteredFields,
  change?: (exact: Fields) => void,
): Buffer {
  const { values, overwrite, removed } = pickCustomParameters(custom, model);
  const fields = isFields(body) ? body : {};
  const added = Object.keys(values).filter((key) => overwrite || !Object.hasOwn(fields, key));
  if (change === undefined && added.length === 0 && removed.length === 0) {
    const isSure = plainKeys || !(hasEscapedLetter(raw) || mayRepeat(raw, fields, metered));
    const value = isSure && fields.model != null ? findOnlyModel(raw) : undefined;
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
