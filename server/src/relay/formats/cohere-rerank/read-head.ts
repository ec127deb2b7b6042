import type { RequestHead } from "../format.ts";
import { reject } from "../kit/check-value.ts";
import { meterFields, rejectVariants } from "../kit/metered-fields.ts";
import { needFields } from "../kit/read-fields.ts";
import { readModel } from "../kit/read-model.ts";

/**
 * Reads what the pipeline needs before translation. Reranking has no output tokens, so the output limit is 0.
 * @throws RelayError `invalid_request` naming the field
 */
export function readHead(body: unknown): RequestHead {
  const fields = needFields(body);
  rejectVariants(fields, metered);
  if (fields.query == null || fields.query === "") reject("query", "'query' is required.");
  if (!Array.isArray(fields.documents) || fields.documents.length === 0)
    reject("documents", "'documents' must be a non-empty list.");
  return {
    model: readModel(fields),
    stream: false,
    maxOutputTokens: 0,
    choices: 1,
    hasTools: false,
    wantsStreamUsage: false,
    // Upstreams of the newer version accept plain texts and return none.
    translated: fields.return_documents !== false || fields.documents.some((one) => typeof one !== "string"),
  };
}

/** Fields that determine admission, price and usage of a call. */
export const metered = meterFields("model", "query", "documents");
