import { readSignature } from "../../canonical/foreign-signature.ts";
import type { RequestHead } from "../format.ts";
import { type Fields, isFields, refuse } from "../kit/check-value.ts";
import { meterFields, refuseVariants } from "../kit/metered-fields.ts";
import { needFields, readFlag, readList, readText, readWhole } from "../kit/read-fields.ts";
import { readModel } from "../kit/read-model.ts";

/**
 * What the pipeline needs before anything is translated.
 * @throws RelayError `invalid_request` naming the field
 */
export function readHead(body: unknown): RequestHead {
  const fields = needFields(body);
  refuseVariants(fields, metered);
  const model = readModel(fields);
  const { input } = fields;
  if (input == null && !stateFields.some((key) => fields[key] != null))
    refuse("input", "'input' is required.");
  if (input != null && typeof input !== "string" && !Array.isArray(input))
    refuse("input", "'input' must be a string or a list of items.");
  const head: RequestHead = {
    model,
    stream: readFlag(fields, "stream") ?? false,
    maxOutputTokens: readWhole(fields, "max_output_tokens", 1),
    choices: 1,
    hasTools: (readList(fields, "tools")?.length ?? 0) > 0,
    wantsStreamUsage: true,
  };
  // Its output would be fetched later by a call that nobody bills.
  if (readFlag(fields, "background"))
    refuse("background", "'background' is not offered; use 'stream' for long answers.");
  findState(fields, head);
  return head;
}

/** What may stand for the input: something that the upstream keeps. */
const stateFields = ["previous_response_id", "conversation", "prompt"];

/** Fields by which a call is admitted, priced and metered. */
export const metered = meterFields("model", "stream", "max_output_tokens", "background");
/** The last thoughts say where a conversation is at home as well as all of them. */
const namesTold = 12;

/**
 * Names of state that only one upstream has: the response or conversation that this call goes on, then what the newest items bring back
 * encrypted. Items whose proof another dialect's upstream made have to be translated.
 */
function findState(body: Fields, head: RequestHead): void {
  const names: string[] = [];
  const previous = readText(body, "previous_response_id");
  if (previous) names.push(previous);
  const conversation = isFields(body.conversation) ? body.conversation.id : body.conversation;
  if (typeof conversation === "string") names.push(conversation);
  if (Array.isArray(body.input))
    for (let index = body.input.length - 1; index >= 0; index--) {
      const item: unknown = body.input[index];
      if (!isFields(item)) continue;
      if (item.type === "item_reference" && typeof item.id === "string" && names.length < namesTold)
        names.push(item.id);
      const { encrypted_content: data } = item;
      if (typeof data !== "string" || data === "") continue;
      if (readSignature(data, "openai-responses").dialect !== "openai-responses") head.translated = true;
      else if (names.length < namesTold) names.push(data, ...(typeof item.id === "string" ? [item.id] : []));
    }
  if (names.length > 0) head.boundTo = names;
}
