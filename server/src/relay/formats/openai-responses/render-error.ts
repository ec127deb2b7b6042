import type { PublicError } from "../../relay-error.ts";
import type { ErrorReply } from "../format.ts";

/** An error in OpenAI's shape; the sentence ends with the request's id, as callers of the family expect (relay contract A6). */
export function renderError(error: PublicError): ErrorReply {
  const headers: Record<string, string> = { "content-type": "application/json; charset=utf-8" };
  if (error.retryAfter !== undefined) headers["retry-after"] = String(error.retryAfter);
  return { status: error.status, headers, body: renderErrorBody(error) };
}

/**
 * The same error as an event of a stream. The error stands in the event itself, as documented, and in an object, as the API writes it:
 * clients read either.
 */
export function renderStreamError(error: PublicError): string {
  return renderErrorEvent(error, 0);
}

/** `sequence` is the event's number in its stream. */
export function renderErrorEvent(error: PublicError, sequence: number): string {
  const { message, param, code, type } = describe(error);
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

function renderErrorBody(error: PublicError): string {
  return JSON.stringify({ error: describe(error) });
}

/** What a caller is told. */
export function describe(error: PublicError): {
  message: string;
  type: string;
  param: string | null;
  code: string;
} {
  const message = `${error.message.replace(requestIdSuffix, "")} (request id: ${error.requestId})`;
  return { message, type: error.type, param: error.param ?? null, code: error.code };
}

/** An upstream of the family has added its own. */
const requestIdSuffix = /(\s*\(request id: [^)]*\))+\s*$/;
