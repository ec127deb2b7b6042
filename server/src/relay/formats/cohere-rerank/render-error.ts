import type { PublicError } from "../../relay-error.ts";
import type { ErrorReply } from "../format.ts";
import { addRequestId, createErrorReply } from "../kit/error-reply.ts";

/** An error as rerank services send it: one sentence. */
export function renderError(error: PublicError): ErrorReply {
  return createErrorReply(error, renderErrorBody(error));
}

/** Rerank has no streams; still returns the sentence as an event. */
export function renderStreamError(error: PublicError): string {
  return `data: ${renderErrorBody(error)}\n\n`;
}

function renderErrorBody(error: PublicError): string {
  return JSON.stringify({ detail: addRequestId(error) });
}
