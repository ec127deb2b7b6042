import { camelName } from "../../canonical/camel-name.ts";
import {
  mergeParameters,
  pickCustomParameters,
  removeParameters,
} from "../../canonical/custom-parameters.ts";
import type { NativeRewrite } from "../format.ts";
import { type Fields, isFields } from "../kit/check-value.ts";

/**
 * The caller's bytes: the model is in the path, so nothing changes unless the body names one too, or the channel has
 * parameters.
 * Custom parameters are merged object by object where the caller set nothing, or always with overwrite; forbidden ones
 * are removed, in either spelling. A body that changes is serialized again.
 */
export function rewriteNative({ raw, body, model, custom }: NativeRewrite): Buffer {
  const { values, overwrite, removed } = pickCustomParameters(custom, model);
  if (!isFields(body)) return raw;
  const renamed = renameModel(body, model);
  if (renamed === undefined && Object.keys(values).length === 0 && removed.length === 0) return raw;
  const rewritten = renamed ?? { ...body };
  mergeParameters(rewritten, values, overwrite, camelName);
  removeParameters(rewritten, removed, camelName);
  return Buffer.from(JSON.stringify(rewritten));
}

/**
 * Allows only the admitted model: removes another one from the body, and renames the required one inside a token
 * counting request. Undefined if there is none.
 */
function renameModel(body: Fields, model: string): Fields | undefined {
  const counted = ["generateContentRequest", "generate_content_request"].filter((key) => isFields(body[key]));
  if (body.model === undefined && counted.length === 0) return undefined;
  const { model: _other, ...renamed } = body;
  for (const key of counted) renamed[key] = { ...(body[key] as Fields), model: `models/${model}` };
  return renamed;
}
