import { limits } from "@tollgate/contract/limits";
import { type Fields, refuse } from "./check-value.ts";
import { readText } from "./read-fields.ts";

/**
 * The model that a body names, or `standard` where it names none.
 * @throws RelayError `invalid_request` if there is none and no default, or its name is none
 */
export function readModel(fields: Fields, standard?: string): string {
  const model = readText(fields, "model") || standard;
  if (model === undefined) refuse("model", "'model' is required.");
  return checkModelName(model, "'model'");
}

/**
 * A name that can be logged, counted by and sent on: of sane length, without control characters or half pairs. `subject` begins the sentence
 * of a refusal.
 * @throws RelayError `invalid_request`
 */
export function checkModelName(model: string, subject: string): string {
  if (model.length > limits.modelNameMax)
    refuse("model", `${subject} must have at most ${limits.modelNameMax} characters.`);
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  if (/[\u0000-\u001f\u007f-\u009f]/.test(model) || !model.isWellFormed())
    refuse("model", `${subject} must not contain control characters.`);
  return model;
}
