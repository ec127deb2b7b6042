import { camelName } from "../../canonical/camel-name.ts";
import {
  mergeParameters,
  pickCustomParameters,
  removeParameters,
} from "../../canonical/custom-parameters.ts";
import type { NativeRewrite } from "../format.ts";
import { type Fields, isFields } from "../kit/check-value.ts";

/**
 * The caller's bytes: the model is in the path, so nothing changes unless the body names one too, or the channel has parameters of its own.
 * Those are merged into the parsed body, object into object, where the caller said nothing or over it if the channel says so, and what the
 * channel forbids is taken out (relay contract B0), whichever way a name is spelled. A body that must change is written anew.
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
