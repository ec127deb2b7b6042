import { pickCustomParameters } from "../../canonical/custom-parameters.ts";
import type { RequestHead } from "../format.ts";
import { camelName, type Fields, isFields } from "./read-fields.ts";

/**
 * The caller's bytes: the model is in the path, so nothing changes unless the body names one too, or the channel has parameters of its own.
 * Those are merged into the parsed body, object into object, where the caller said nothing or over it if the channel says so
 * (relay contract B0). A body that must change is written anew.
 */
export function rewriteNative(
  raw: Buffer,
  body: unknown,
  _head: RequestHead,
  model: string,
  custom: Record<string, unknown>,
): Buffer {
  const { values, overwrite } = pickCustomParameters(custom, model);
  if (!isFields(body)) return raw;
  const renamed = renameModel(body, model);
  if (renamed === undefined && Object.keys(values).length === 0) return raw;
  return Buffer.from(JSON.stringify(merge(renamed ?? body, values, overwrite)));
}

/**
 * The model that was admitted is the only one: another in the body goes, and the one inside a request whose tokens are counted, which
 * must be there, is renamed. Undefined if there is none.
 */
function renameModel(body: Fields, model: string): Fields | undefined {
  const counted = ["generateContentRequest", "generate_content_request"].filter((key) => isFields(body[key]));
  if (body.model === undefined && counted.length === 0) return undefined;
  const { model: _other, ...renamed } = body;
  for (const key of counted) renamed[key] = { ...(body[key] as Fields), model: `models/${model}` };
  return renamed;
}

/** The same field may be written in camelCase by one side and in snake_case by the other. */
function merge(given: Fields, values: Fields, overwrite: boolean): Fields {
  const merged = { ...given };
  const names = new Map(Object.keys(given).map((key) => [camelName(key), key]));
  for (const [key, value] of Object.entries(values)) {
    const name = names.get(camelName(key)) ?? key;
    const existing = merged[name];
    if (isFields(existing) && isFields(value)) merged[name] = merge(existing, value, overwrite);
    else if (overwrite || existing == null) merged[name] = value;
  }
  return merged;
}
