import { limits } from "@tollgate/contract/limits";
import { type Fields, reject } from "./check-value.ts";
import { readText } from "./read-fields.ts";

/**
 * The model in a body, or `standard` if the body has none.
 * @throws RelayError `invalid_request` if there is none and no default, or its name is invalid
 */
export function readModel(fields: Fields, standard?: string): string {
  const model = readText(fields, "model") || standard;
  if (model === undefined) reject("model", "'model' is required.");
  return checkModelName(model, "'model'");
}

/**
 * Checks that a name can be logged, used in counters and sent on: limited length, no control characters or lone
 * surrogates. `subject` starts the error message.
 * @throws RelayError `invalid_request`
 */
export function checkModelName(model: string, subject: string): string {
  if (model.length > limits.modelNameMax)
    reject("model", `${subject} must have at most ${limits.modelNameMax} characters.`);
  // oxlint-disable-next-line no-control-regex -- control characters are rejected
  if (/[\u0000-\u001f\u007f-\u009f]/.test(model) || !model.isWellFormed())
    reject("model", `${subject} must not contain control characters.`);
  return model;
}
