import type { RequestHead } from "../format.ts";
import { needFields, refuse } from "./read-fields.ts";
import { readModel, refuseVariants } from "./read-model.ts";

/**
 * What the pipeline needs before anything is translated. Nothing is written, so the output is limited to nothing.
 * @throws RelayError `invalid_request` naming the field
 */
export function readHead(body: unknown): RequestHead {
  const fields = needFields(body);
  refuseVariants(Object.keys(fields), metered);
  if (fields.input == null) refuse("input", "'input' is required.");
  return {
    model: readModel(fields),
    stream: false,
    maxOutputTokens: 0,
    choices: 1,
    hasTools: false,
    wantsStreamUsage: false,
  };
}

const metered = new Set(["model", "input"]);
