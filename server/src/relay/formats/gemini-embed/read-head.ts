import type { PathParams, RequestHead } from "../format.ts";
import { isFields, reject } from "../kit/check-value.ts";
import { needFields } from "../kit/read-fields.ts";
import { checkModelName } from "../kit/read-model.ts";

/**
 * Reads what the pipeline needs before translation. The path names the model. Embeddings have no output tokens, so the
 * output limit is 0.
 * @throws RelayError `invalid_request` naming the field
 */
export function readHead(body: unknown, path?: PathParams): RequestHead {
  const fields = needFields(body);
  const model = path?.model ?? "";
  if (model === "") reject("model", "The path must name a model.");
  checkModelName(model, "The model's name");
  const requests = listOf(fields.requests);
  if (requests.length === 0 && !isFields(fields.content)) reject("content", "'content' is required.");
  return {
    model,
    stream: false,
    maxOutputTokens: 0,
    choices: 1,
    hasTools: false,
    wantsStreamUsage: false,
  };
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}
