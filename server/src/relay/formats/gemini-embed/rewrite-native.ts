import { camelName } from "../../canonical/camel-name.ts";
import { pickCustomParameters, removeParameters } from "../../canonical/custom-parameters.ts";
import type { NativeRewrite } from "../format.ts";
import { isFields } from "../kit/check-value.ts";

/**
 * The caller's bytes with the model renamed wherever the body repeats the path's (D12). Such a body holds texts and short numbers only, so that
 * it can be written anew without loss. What the channel forbids is taken out; what it adds is meant for chats and not added. Returns `raw` itself
 * if nothing changes.
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

/** How often the body should say `"model"`: oftener means that a name stands somewhere twice, and upstreams differ in which they take. */
function namesIn(body: Record<string, unknown>): number {
  const requests = Array.isArray(body.requests) ? (body.requests as unknown[]) : [];
  return [body, ...requests].filter((fields) => isFields(fields) && Object.hasOwn(fields, "model")).length;
}

function countOf(raw: Buffer, text: string): number {
  let count = 0;
  for (let at = raw.indexOf(text); at !== -1; at = raw.indexOf(text, at + 1)) count++;
  return count;
}
