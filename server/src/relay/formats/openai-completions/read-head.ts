import type { RequestHead } from "../format.ts";
import { type Fields, reject } from "../kit/check-value.ts";
import { meterFields, rejectVariants } from "../kit/metered-fields.ts";
import { needFields, readFlag, readObject, readWhole } from "../kit/read-fields.ts";
import { readModel } from "../kit/read-model.ts";

/** Fields that determine admission, price and usage of a call. */
export const metered = meterFields(
  "model",
  "stream",
  "stream_options",
  "n",
  "best_of",
  "max_tokens",
  "prompt",
);

/**
 * Reads what the pipeline needs before translation. Every prompt of a list has `n` choices, and the upstream generates
 * `best_of` of them even if it returns fewer.
 * @throws RelayError `invalid_request` naming the field
 */
export function readHead(body: unknown): RequestHead {
  const fields = needFields(body);
  rejectVariants(fields, metered);
  const stream = readFlag(fields, "stream") ?? false;
  const options = readObject(fields, "stream_options");
  if (options && !stream) reject("stream_options", "'stream_options' is allowed with 'stream' only.");
  const answers = Math.max(
    readWhole(fields, "n", { least: 1, most: 128 }) ?? 1,
    readWhole(fields, "best_of", { least: 0, most: 128 }) ?? 1,
  );
  return {
    model: readModel(fields),
    stream,
    maxOutputTokens: readWhole(fields, "max_tokens", { least: 0 }),
    choices: answers * countPrompts(fields),
    hasTools: false,
    wantsStreamUsage: options?.include_usage === true,
  };
}

/** A prompt is a text or a list of token numbers; a list of either is several prompts. */
function countPrompts(body: Fields): number {
  const { prompt } = body;
  if (typeof prompt === "string") return 1;
  if (prompt == null) return reject("prompt", "'prompt' is required.");
  if (!Array.isArray(prompt)) return reject("prompt", "'prompt' must be a string or a list.");
  if (prompt.length === 0) return reject("prompt", "'prompt' must not be empty.");
  return typeof prompt[0] === "number" ? 1 : prompt.length;
}
