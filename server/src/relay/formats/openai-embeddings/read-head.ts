import type { RequestHead } from "../format.ts";
import { reject } from "../kit/check-value.ts";
import { meterFields, rejectVariants } from "../kit/metered-fields.ts";
import { needFields } from "../kit/read-fields.ts";
import { readModel } from "../kit/read-model.ts";

/**
 * Reads what the pipeline needs before translation. Embeddings have no output tokens, so the output limit is 0.
 * @throws RelayError `invalid_request` naming the field
 */
export function readHead(body: unknown): RequestHead {
  const fields = needFields(body);
  rejectVariants(fields, metered);
  if (fields.input == null) reject("input", "'input' is required.");
  return {
    model: readModel(fields),
    stream: false,
    maxOutputTokens: 0,
    choices: 1,
    hasTools: false,
    wantsStreamUsage: false,
  };
}

/** Fields that determine admission, price and usage of a call. */
export const metered = meterFields("model", "input");
