import type { RequestHead } from "../format.ts";
import { reject } from "../kit/check-value.ts";
import { meterFields, rejectVariants } from "../kit/metered-fields.ts";
import { needFields, readFlag, readList, readWhole } from "../kit/read-fields.ts";
import { readModel } from "../kit/read-model.ts";
import { findState } from "./named-state.ts";

/**
 * Reads what the pipeline needs before translation.
 * @throws RelayError `invalid_request` naming the field
 */
export function readHead(body: unknown): RequestHead {
  const fields = needFields(body);
  rejectVariants(fields, metered);
  const model = readModel(fields);
  const { input } = fields;
  if (input == null && !stateFields.some((key) => fields[key] != null))
    reject("input", "'input' is required.");
  if (input != null && typeof input !== "string" && !Array.isArray(input))
    reject("input", "'input' must be a string or a list of items.");
  const head: RequestHead = {
    model,
    stream: readFlag(fields, "stream") ?? false,
    maxOutputTokens: readWhole(fields, "max_output_tokens", { least: 1 }),
    choices: 1,
    hasTools: (readList(fields, "tools")?.length ?? 0) > 0,
    wantsStreamUsage: true,
  };
  // Its output would be fetched later by a call that is not billed.
  if (readFlag(fields, "background"))
    reject("background", "'background' is not supported; use 'stream' for long responses.");
  if (fields.store == null || fields.store === true) head.keepsItems = true;
  findState(fields, head);
  return head;
}

/** Fields that can replace the input: state that the upstream stores. */
const stateFields = ["previous_response_id", "conversation", "prompt"];

/** Fields that determine admission, price and usage of a call. */
export const metered = meterFields("model", "stream", "max_output_tokens", "background");
