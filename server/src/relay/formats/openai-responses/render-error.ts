import type { PublicError } from "../../relay-error.ts";
import { describeError } from "../kit/render-openai-error.ts";

/**
 * An error as an event of a stream. The error stands in the event itself, as documented, and in an object, as the API writes it:
 * clients read either.
 */
export function renderStreamError(error: PublicError): string {
  return renderErrorEvent(error, 0);
}

/** `sequence` is the event's number in its stream. */
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
