import type { RequestHead } from "../format.ts";
import { needFields, needText, readText } from "./read-fields.ts";
import { readModel, refuseVariants } from "./read-model.ts";

/**
 * What the pipeline needs of a call for speech. It is charged by its words, so the output is limited to nothing.
 * @throws RelayError `invalid_request` naming the field
 */
export function readSpeechHead(body: unknown): RequestHead {
  const fields = needFields(body);
  refuseVariants(Object.keys(fields), metered);
  needText(fields, "input");
  const stream = readText(fields, "stream_format") === "sse";
  return {
    model: readModel(fields),
    stream,
    maxOutputTokens: 0,
    choices: 1,
    hasTools: false,
    wantsStreamUsage: stream,
  };
}

const metered = new Set(["model", "input", "stream_format"]);
/** Names that the body must not repeat. */
export const meteredSpeechFields: readonly string[] = [...metered];
