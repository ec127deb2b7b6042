import { limits } from "@tollgate/contract/limits";
import { RelayError } from "../../relay-error.ts";
import type { RequestHead } from "../format.ts";
import { type Fields, isFields, readFlag, readObject, readText, readWhole, refuse } from "./read-fields.ts";

/** Fields by which a call is admitted, priced and metered. */
export const meteredFields: readonly string[] = [
  "model",
  "stream",
  "stream_options",
  "n",
  "best_of",
  "max_tokens",
  "prompt",
];

/**
 * What the pipeline needs before anything is translated. Every prompt of a list is answered `n` times, and `best_of` answers are
 * made for it whatever is told of them.
 * @throws RelayError `invalid_request` naming the field
 */
export function readHead(body: unknown): RequestHead {
  if (!isFields(body)) throw new RelayError("invalid_request", "The body must be a JSON object.");
  for (const key in body) if (key.length <= longestName) refuseVariant(key);
  const stream = readFlag(body, "stream") ?? false;
  const options = readObject(body, "stream_options");
  if (options && !stream) refuse("stream_options", "'stream_options' is allowed with 'stream' only.");
  const answers = Math.max(readWhole(body, "n", 1, 128) ?? 1, readWhole(body, "best_of", 0, 128) ?? 1);
  return {
    model: readModel(body),
    stream,
    maxOutputTokens: readWhole(body, "max_tokens", 0, Number.MAX_SAFE_INTEGER),
    choices: answers * countPrompts(body),
    hasTools: false,
    wantsStreamUsage: options?.include_usage === true,
  };
}

const longestName = Math.max(...meteredFields.map((name) => name.length));

/** Some upstreams match names without case and would take `Model` or `N`, which was neither admitted nor priced. */
function refuseVariant(key: string): void {
  if (meteredFields.includes(key)) return;
  // Up and down again: there are letters (`ſ`, the Kelvin sign) that are small or large forms of a plain one by folding only.
  const name = key.toUpperCase().toLowerCase();
  if (meteredFields.includes(name)) refuse(key, `Unknown field '${key}'; did you mean '${name}'?`);
}

/** A prompt is a text or a list of token numbers; a list of either is several prompts. */
function countPrompts(body: Fields): number {
  const { prompt } = body;
  if (typeof prompt === "string") return 1;
  if (prompt == null) return refuse("prompt", "'prompt' is required.");
  if (!Array.isArray(prompt)) return refuse("prompt", "'prompt' must be a string or a list.");
  if (prompt.length === 0) return refuse("prompt", "'prompt' must not be empty.");
  return typeof prompt[0] === "number" ? 1 : prompt.length;
}

/** A name that can be logged, counted by and sent on: of sane length, without control characters or half pairs. */
function readModel(body: Fields): string {
  const model = readText(body, "model");
  if (!model) return refuse("model", "'model' is required.");
  if (model.length > limits.modelNameMax)
    refuse("model", `'model' must have at most ${limits.modelNameMax} characters.`);
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  if (/[\u0000-\u001f\u007f-\u009f]/.test(model) || !model.isWellFormed())
    refuse("model", "'model' must not contain control characters.");
  return model;
}
