import type { RequestHead } from "../format.ts";
import { meterFields, refuseVariants } from "../kit/metered-fields.ts";
import { needFields, needText, readText } from "../kit/read-fields.ts";
import { readModel } from "../kit/read-model.ts";

/**
 * What the pipeline needs of a call for speech. It is charged by its words, so the output is limited to nothing.
 * @throws RelayError `invalid_request` naming the field
 */
export function readSpeechHead(body: unknown): RequestHead {
  const fields = needFields(body);
  refuseVariants(fields, meteredOfSpeech);
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

/** Fields by which a call is admitted, priced and metered. */
export const meteredOfSpeech = meterFields("model", "input", "stream_format");
