import type { PublicError } from "../../relay-error.ts";
import type { ErrorReply } from "../format.ts";
import { addRequestId, createErrorReply } from "../kit/error-reply.ts";
import { googleStatus } from "../kit/google-status.ts";

/** An error in Google's shape; the message ends with the request id, as clients of the One API family expect. */
export function renderError(error: PublicError): ErrorReply {
  return createErrorReply(error, renderErrorBody(error));
}

/** Embeddings have no streams; still returns the error as an event. */
export function renderStreamError(error: PublicError): string {
  return `data: ${renderErrorBody(error)}\r\n\r\n`;
}

function renderErrorBody(error: PublicError): string {
  const { status: code } = error;
  return JSON.stringify({ error: { code, message: addRequestId(error), status: googleStatus(code) } });
}
