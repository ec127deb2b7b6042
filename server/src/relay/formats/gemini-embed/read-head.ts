import { limits } from "@tollgate/contract/limits";
import type { PathParams, RequestHead } from "../format.ts";
import { isFields, needFields, refuse } from "./read-fields.ts";

/**
 * What the pipeline needs before anything is translated. The path names the model. Nothing is written, so the output is limited to nothing.
 * @throws RelayError `invalid_request` naming the field
 */
export function readHead(body: unknown, path?: PathParams): RequestHead {
  const fields = needFields(body);
  const model = path?.model ?? "";
  if (model === "") refuse("model", "The path must name a model.");
  if (model.length > limits.modelNameMax)
    refuse("model", `The model's name must have at most ${limits.modelNameMax} characters.`);
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  if (/[\u0000-\u001f\u007f-\u009f]/.test(model) || !model.isWellFormed())
    refuse("model", "The model's name must not contain control characters.");
  const requests = listOf(fields.requests);
  if (requests.length === 0 && !isFields(fields.content)) refuse("content", "'content' is required.");
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
