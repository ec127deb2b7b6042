import type { PublicError } from "../../relay-error.ts";
import type { ErrorReply } from "../format.ts";

/** An error in OpenAI's shape; the sentence ends with the request's id, as callers of the family expect (relay contract A6). */
export function renderError(error: PublicError): ErrorReply {
  const headers: Record<string, string> = { "content-type": "application/json; charset=utf-8" };
  if (error.retryAfter !== undefined) headers["retry-after"] = String(error.retryAfter);
  return { status: error.status, headers, body: renderErrorBody(error) };
}

/** The same error as the last event of a stream; clients of this format stop at it. */
export function renderStreamError(error: PublicError): string {
  return `data: ${renderErrorBody(error)}\n\n`;
}

function renderErrorBody(error: PublicError): string {
  const message = `${error.message.replace(requestIdSuffix, "")} (request id: ${error.requestId})`;
  return JSON.stringify({
    error: { message, type: error.type, param: error.param ?? null, code: error.code },
  });
}

/** An upstream of the family has added its own. */
const requestIdSuffix = /(\s*\(request id: [^)]*\))+\s*$/;
