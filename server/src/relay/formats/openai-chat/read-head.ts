import { limits } from "@tollgate/contract/limits";
import { RelayError } from "../../relay-error.ts";
import type { RequestHead } from "../format.ts";
import {
  type Fields,
  isFields,
  needText,
  readFlag,
  readList,
  readObject,
  readWhole,
  refuse,
} from "./read-fields.ts";

/**
 * What the pipeline needs before anything is translated.
 * @throws RelayError `invalid_request` naming the field
 */
export function readHead(body: unknown): RequestHead {
  if (!isFields(body)) throw new RelayError("invalid_request", "The body must be a JSON object.");
  for (const key in body) if (key.length <= longestName) refuseVariant(key);
  const model = readModel(body);
  const messages = readList(body, "messages");
  if (messages === undefined || messages.length === 0) refuse("messages", "'messages' is required.");
  const older = readWhole(body, "max_tokens", 1, Number.MAX_SAFE_INTEGER);
  const newer = readWhole(body, "max_completion_tokens", 1, Number.MAX_SAFE_INTEGER);
  const options = readObject(body, "stream_options");
  return {
    model,
    stream: readFlag(body, "stream") ?? false,
    // An upstream may honour either one, so the larger is what may be spent.
    maxOutputTokens: older === undefined ? newer : newer === undefined ? older : Math.max(older, newer),
    choices: readWhole(body, "n", 1, 128) ?? 1,
    hasTools: (readList(body, "tools")?.length ?? 0) > 0 || (readList(body, "functions")?.length ?? 0) > 0,
    wantsStreamUsage: options?.include_usage === true,
    ...(messages.some(carriesProof) && { translated: true }),
  };
}

/**
 * True for an answer of one of Google's models, whose proof of thinking other upstreams refuse as an unknown field: only translation
 * can leave it out.
 */
function carriesProof(message: unknown): boolean {
  if (!isFields(message) || message.role !== "assistant") return false;
  if (message.extra_content != null) return true;
  const { tool_calls: calls } = message;
  return Array.isArray(calls) && calls.some((call) => isFields(call) && call.extra_content != null);
}

/** Fields by which a call is admitted, priced and metered. */
export const meteredFields: readonly string[] = [
  "model",
  "stream",
  "stream_options",
  "n",
  "max_tokens",
  "max_completion_tokens",
];
const metered = new Set(meteredFields);
const longestName = Math.max(...[...metered].map((name) => name.length));

/** Some upstreams match names without case and would take `Model` or `N`, which was neither admitted nor priced. */
function refuseVariant(key: string): void {
  if (metered.has(key)) return;
  // Up and down again: there are letters (`ſ`, the Kelvin sign) that are small or large forms of a plain one by folding only.
  const name = key.toUpperCase().toLowerCase();
  if (metered.has(name)) refuse(key, `Unknown field '${key}'; did you mean '${name}'?`);
}

/** A name that can be logged, counted by and sent on: of sane length, without control characters or half pairs. */
function readModel(body: Fields): string {
  const model = needText(body, "model");
  if (model.length > limits.modelNameMax)
    refuse("model", `'model' must have at most ${limits.modelNameMax} characters.`);
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  if (/[\u0000-\u001f\u007f-\u009f]/.test(model) || !model.isWellFormed())
    refuse("model", "'model' must not contain control characters.");
  return model;
}
