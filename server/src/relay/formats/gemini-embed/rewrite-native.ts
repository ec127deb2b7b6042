import { camelName } from "../../canonical/camel-name.ts";
import { pickCustomParameters, removeParameters } from "../../canonical/custom-parameters.ts";
import type { NativeRewrite } from "../format.ts";
import { isFields } from "../kit/check-value.ts";

/**
 * The caller's bytes with the model renamed wherever the body repeats it. The body contains only texts and short
 * numbers, so it can be serialized again without loss. Forbidden parameters are removed; added ones are meant for chat
 * and are ignored. Returns `raw` itself if nothing changes.
 */
export function rewriteNative({ raw, body, model, custom }: NativeRewrite): Buffer {
  if (!isFields(body)) return raw;
  const name = `models/${model}`;
  const renamed = rename(body, name);
  const { requests } = renamed;
  if (Array.isArray(requests))
    renamed.requests = requests.map((request: unknown) =>
      isFields(request) ? { ...rename(request, name), model: name } : request,
    );
  removeParameters(renamed, pickCustomParameters(custom, model).removed, camelName);
  const same = JSON.stringify(renamed) === JSON.stringify(body) && countOf(raw, '"model"') === namesIn(body);
  return same ? raw : Buffer.from(JSON.stringify(renamed));
}

function rename(fields: Record<string, unknown>, name: string): Record<string, unknown> {
  return fields.model == null ? { ...fields } : { ...fields, model: name };
}

/** Number of expected `"model"` keys: more mean that one is duplicated, and upstreams differ in which one they use. */
function namesIn(body: Record<string, unknown>): number {
  const requests = Array.isArray(body.requests) ? (body.requests as unknown[]) : [];
  return [body, ...requests].filter((fields) => isFields(fields) && Object.hasOwn(fields, "model")).length;
}

function countOf(raw: Buffer, text: string): number {
  let count = 0;
  for (let at = raw.indexOf(text); at !== -1; at = raw.indexOf(text, at + 1)) count++;
  return count;
}
