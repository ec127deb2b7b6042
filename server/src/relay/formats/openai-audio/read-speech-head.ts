import type { RequestHead } from "../format.ts";
import { meterFields, rejectVariants } from "../kit/metered-fields.ts";
import { needFields, needText, readText } from "../kit/read-fields.ts";
import { readModel } from "../kit/read-model.ts";

/**
 * Reads what the pipeline needs for speech. Speech is charged by its text, so the output limit is 0.
 * @throws RelayError `invalid_request` naming the field
 */
export function readSpeechHead(body: unknown): RequestHead {
  const fields = needFields(body);
  rejectVariants(fields, meteredOfSpeech);
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

/** Fields that determine admission, price and usage of a call. */
export const meteredOfSpeech = meterFields("model", "input", "stream_format");
