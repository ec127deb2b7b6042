import { limits } from "@tollgate/contract/limits";
import { RelayError } from "../../relay-error.ts";
import type { RequestHead } from "../format.ts";
import { type Fields, isFields, needText, readFlag, readList, readWhole, refuse } from "./read-fields.ts";

/**
 * What the pipeline needs before anything is translated. The format asks for a limit on output; 0 fills the prompt cache only.
 * @throws RelayError `invalid_request` naming the field
 */
export function readHead(body: unknown): RequestHead {
  if (!isFields(body)) throw new RelayError("invalid_request", "The body must be a JSON object.");
  for (const key in body) if (key.length <= longestName) refuseVariant(key);
  const model = readModel(body);
  const messages = readList(body, "messages");
  if (messages === undefined || messages.length === 0) refuse("messages", "'messages' is required.");
  return {
    model,
    stream: readFlag(body, "stream") ?? false,
    maxOutputTokens: readWhole(body, "max_tokens", 0) ?? refuse("max_tokens", "'max_tokens' is required."),
    choices: 1,
    hasTools: (readList(body, "tools")?.length ?? 0) > 0,
    wantsStreamUsage: true,
  };
}

/** Fields by which a call is admitted, priced and metered. */
export const meteredFields: readonly string[] = ["model", "stream", "max_tokens"];
const metered = new Set(meteredFields);
const longestName = Math.max(...meteredFields.map((name) => name.length));

/** Some upstreams match names without case and would take `Model`, which was neither admitted nor priced. */
function refuseVariant(key: string): void {
  if (metered.has(key)) return;
  // Up and down again: there are letters (`ſ`, the Kelvin sign) that are small or large forms of a plain one by folding only.
  const name = key.toUpperCase().toLowerCase();
  if (metered.has(name)) refuse(key, `Unknown field '${key}'; did you mean '${name}'?`);
}

/** A name that can be logged, counted by and sent on: of sane length, without control characters or half pairs. */
function readModel(body: Fields): string {
  const model = needText(body, "model");
  if (model.length > limits.modelNameMax)
    refuse("model", `'model' must have at most ${limits.modelNameMax} characters.`);
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  if (/[\u0000-\u001f\u007f-\u009f]/.test(model) || !model.isWellFormed())
    refuse("model", "'model' must not contain control characters.");
  return model;
}
