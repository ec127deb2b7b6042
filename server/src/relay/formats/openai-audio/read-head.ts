import type { RequestHead } from "../format.ts";
import { reject } from "../kit/check-value.ts";
import { meterFields, rejectVariants } from "../kit/metered-fields.ts";
import { readFlag } from "../kit/read-fields.ts";
import { type FieldKinds, readForm } from "../kit/read-form.ts";
import { readModel } from "../kit/read-model.ts";

const metered = meterFields("model", "stream", "response_format");

/** Types of a form's fields. */
export const formKinds: FieldKinds = {
  numbers: new Set(["temperature"]),
  flags: new Set(["stream"]),
  metered: metered.names,
};

/**
 * Reads what the pipeline needs for a transcription. The charge depends on the transcript, whose length is unknown
 * before the call.
 * @throws RelayError `invalid_request` naming the field
 */
export function readHead(body: unknown): RequestHead {
  const { fields, files } = readForm(body, formKinds);
  rejectVariants(fields, metered);
  if (!files.some(({ name }) => name === "file")) reject("file", "'file' is required.");
  const stream = readFlag(fields, "stream") ?? false;
  return {
    model: readModel(fields),
    stream,
    maxOutputTokens: undefined,
    choices: 1,
    hasTools: false,
    wantsStreamUsage: stream,
  };
}
