import type { PublicError } from "../../relay-error.ts";
import type { ErrorReply } from "../format.ts";
import { createErrorReply, sayWithRequestId } from "../kit/error-reply.ts";
import { googleStatus } from "../kit/google-status.ts";

/** An error in Google's shape; the sentence ends with the request's id, as callers of the family expect (relay contract A6). */
export function renderError(error: PublicError): ErrorReply {
  return createErrorReply(error, renderErrorBody(error));
}

/** This call has no streams; the error as an event, all the same. */
export function renderStreamError(error: PublicError): string {
  return `data: ${renderErrorBody(error)}\r\n\r\n`;
}

function renderErrorBody(error: PublicError): string {
  const { status: code } = error;
  return JSON.stringify({ error: { code, message: sayWithRequestId(error), status: googleStatus(code) } });
}
