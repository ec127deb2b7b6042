import type { PublicError } from "../../relay-error.ts";
import type { ErrorReply } from "../format.ts";
import { createErrorReply, sayWithRequestId } from "../kit/error-reply.ts";

/** An error as rerank services tell it: one sentence (relay contract A6). */
export function renderError(error: PublicError): ErrorReply {
  return createErrorReply(error, renderErrorBody(error));
}

/** This call has no streams; the sentence as an event, all the same. */
export function renderStreamError(error: PublicError): string {
  return `data: ${renderErrorBody(error)}\n\n`;
}

function renderErrorBody(error: PublicError): string {
  return JSON.stringify({ detail: sayWithRequestId(error) });
}
