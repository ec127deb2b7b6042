import type { PublicError } from "../../relay-error.ts";
import type { ErrorReply } from "../format.ts";
import { createErrorReply, sayWithRequestId } from "./error-reply.ts";

/** An error in OpenAI's shape (relay contract A6). */
export function renderError(error: PublicError): ErrorReply {
  return createErrorReply(error, renderErrorBody(error));
}

/** The same error as the last event of a stream; clients stop at it. */
export function renderStreamError(error: PublicError): string {
  return `data: ${renderErrorBody(error)}\n\n`;
}

/** What a caller is told. */
export function describeError(error: PublicError): {
  message: string;
  type: string;
  param: string | null;
  code: string;
} {
  return { message: sayWithRequestId(error), type: error.type, param: error.param ?? null, code: error.code };
}

function renderErrorBody(error: PublicError): string {
  return JSON.stringify({ error: describeError(error) });
}
