import type { PublicError } from "../../relay-error.ts";
import { describeError } from "../kit/render-openai-error.ts";

/** The last events of a native stream: SDKs throw at `error`, coding agents read `response.failed`. */
export function renderStreamError(error: PublicError): string {
  const { code, message } = describeError(error);
  const id = `resp_${error.requestId}`;
  const response = { id, object: "response", status: "failed", error: { code, message }, output: [] };
  const failed = { type: "response.failed", sequence_number: 1, response };
  return `${renderErrorEvent(error, 0)}event: response.failed\ndata: ${JSON.stringify(failed)}\n\n`;
}

/**
 * An error as an event of a stream. The error is in the event itself, as documented, and in an object, as the API sends
 * it: clients read either. `sequence` is the event's number in its stream.
 */
export function renderErrorEvent(error: PublicError, sequence: number): string {
  const { message, param, code, type } = describeError(error);
  const data = {
    type: "error",
    sequence_number: sequence,
    code,
    message,
    param,
    error: { type, code, message, param },
  };
  return `event: error\ndata: ${JSON.stringify(data)}\n\n`;
}
