import type { PublicError } from "../../relay-error.ts";
import type { ErrorReply } from "../format.ts";

/** An error as rerank services tell it: one sentence (relay contract A6). */
export function renderError(error: PublicError): ErrorReply {
  const headers: Record<string, string> = { "content-type": "application/json; charset=utf-8" };
  if (error.retryAfter !== undefined) headers["retry-after"] = String(error.retryAfter);
  return { status: error.status, headers, body: renderErrorBody(error) };
}

/** This call has no streams; the sentence as an event, all the same. */
export function renderStreamError(error: PublicError): string {
  return `data: ${renderErrorBody(error)}\n\n`;
}

function renderErrorBody(error: PublicError): string {
  return JSON.stringify({
    detail: `${error.message.replace(requestIdSuffix, "")} (request id: ${error.requestId})`,
  });
}

/** An upstream of the family has added its own. */
const requestIdSuffix = /(\s*\(request id: [^)]*\))+\s*$/;
