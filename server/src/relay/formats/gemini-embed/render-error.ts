import type { PublicError } from "../../relay-error.ts";
import type { ErrorReply } from "../format.ts";

/** An error in Google's shape; the sentence ends with the request's id, as callers of the family expect (relay contract A6). */
export function renderError(error: PublicError): ErrorReply {
  const headers: Record<string, string> = { "content-type": "application/json; charset=utf-8" };
  if (error.retryAfter !== undefined) headers["retry-after"] = String(error.retryAfter);
  return { status: error.status, headers, body: renderErrorBody(error) };
}

/** This call has no streams; the error as an event, all the same. */
export function renderStreamError(error: PublicError): string {
  return `data: ${renderErrorBody(error)}\r\n\r\n`;
}

function renderErrorBody(error: PublicError): string {
  const message = `${error.message.replace(requestIdSuffix, "")} (request id: ${error.requestId})`;
  const status = statuses[error.status] ?? (error.status >= 500 ? "INTERNAL" : "INVALID_ARGUMENT");
  return JSON.stringify({ error: { code: error.status, message, status } });
}

/** Google's word for an HTTP status. */
const statuses: Readonly<Record<number, string>> = {
  401: "UNAUTHENTICATED",
  402: "FAILED_PRECONDITION",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  502: "UNAVAILABLE",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};

/** An upstream of the family has added its own. */
const requestIdSuffix = /(\s*\(request id: [^)]*\))+\s*$/;
