import { limits } from "@tollgate/contract/limits";
import { readSignature } from "../../canonical/foreign-signature.ts";
import { RelayError } from "../../relay-error.ts";
import type { RequestHead } from "../format.ts";
import {
  type Fields,
  isFields,
  needText,
  readFlag,
  readList,
  readText,
  readWhole,
  refuse,
} from "./read-fields.ts";

/**
 * What the pipeline needs before anything is translated.
 * @throws RelayError `invalid_request` naming the field
 */
export function readHead(body: unknown): RequestHead {
  if (!isFields(body)) throw new RelayError("invalid_request", "The body must be a JSON object.");
  for (const key in body) if (key.length <= longestName) refuseVariant(key);
  const model = readModel(body);
  const { input } = body;
  if (input == null && !stateFields.some((key) => body[key] != null)) refuse("input", "'input' is required.");
  if (input != null && typeof input !== "string" && !Array.isArray(input))
    refuse("input", "'input' must be a string or a list of items.");
  const head: RequestHead = {
    model,
    stream: readFlag(body, "stream") ?? false,
    maxOutputTokens: readWhole(body, "max_output_tokens", 1, Number.MAX_SAFE_INTEGER),
    choices: 1,
    hasTools: (readList(body, "tools")?.length ?? 0) > 0,
    wantsStreamUsage: true,
  };
  // Its output would be fetched later by a call that nobody bills.
  if (readFlag(body, "background"))
    refuse("background", "'background' is not offered; use 'stream' for long answers.");
  findState(body, head);
  return head;
}

/** What may stand for the input: something that the upstream keeps. */
const stateFields = ["previous_response_id", "conversation", "prompt"];

/** Fields by which a call is admitted, priced and metered. */
export const meteredFields: readonly string[] = ["model", "stream", "max_output_tokens", "background"];
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
