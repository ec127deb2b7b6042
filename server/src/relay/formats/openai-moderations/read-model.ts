import { limits } from "@tollgate/contract/limits";
import { type Fields, readText, refuse } from "./read-fields.ts";

/**
 * A name that can be logged, counted by and sent on: of sane length, without control characters or half pairs.
 * @throws RelayError `invalid_request` if there is none and no default
 */
export function readModel(fields: Fields, standard?: string): string {
  const model = readText(fields, "model") || standard;
  if (model === undefined) refuse("model", "'model' is required.");
  if (model.length > limits.modelNameMax)
    refuse("model", `'model' must have at most ${limits.modelNameMax} characters.`);
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  if (/[\u0000-\u001f\u007f-\u009f]/.test(model) || !model.isWellFormed())
    refuse("model", "'model' must not contain control characters.");
  return model;
}

/**
 * Some upstreams match names without case and would take `Model` or `N`, which was neither admitted nor priced.
 * @throws RelayError `invalid_request` for such a name
 */
export function refuseVariants(names: Iterable<string>, metered: ReadonlySet<string>): void {
  for (const key of names) {
    if (key.length > longestName || metered.has(key)) continue;
    // Up and down again: there are letters (`ſ`, the Kelvin sign) that are small or large forms of a plain one by folding only.
    const name = key.toUpperCase().toLowerCase();
    if (metered.has(name)) refuse(key, `Unknown field '${key}'; did you mean '${name}'?`);
  }
}

const longestName = 32;
