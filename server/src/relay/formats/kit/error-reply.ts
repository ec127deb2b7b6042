import type { PublicError } from "../../relay-error.ts";
import type { ErrorReply } from "../format.ts";

/** An error as a whole response; `body` is its JSON text in the format's shape. */
export function createErrorReply(error: PublicError, body: string): ErrorReply {
  const headers: Record<string, string> = { "content-type": "application/json; charset=utf-8" };
  if (error.retryAfter !== undefined) headers["retry-after"] = String(error.retryAfter);
  return { status: error.status, headers, body };
}

/** The error's message with the request id at its end, as clients of the One API family expect. */
export function addRequestId({ message, requestId }: PublicError): string {
  return `${message.replace(requestIdSuffix, "")} (request id: ${requestId})`;
}

/** An upstream of the family has added its own. */
const requestIdSuffix = /(\s*\(request id: [^)]*\))+\s*$/;
