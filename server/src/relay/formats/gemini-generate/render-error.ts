import type { PublicError } from "../../relay-error.ts";
import type { ErrorReply } from "../format.ts";
import { createErrorReply } from "../kit/error-reply.ts";
import { googleStatus } from "../kit/google-status.ts";

/** An error in Google's shape; code, field and request id are in its details. */
export function renderError(error: PublicError): ErrorReply {
  return createErrorReply(error, renderErrorBody(error));
}

/** The same error as the last event of a stream; Google's SDKs throw it. */
export function renderStreamError(error: PublicError): string {
  return `data: ${renderErrorBody(error)}\r\n\r\n`;
}

/** JSON text of an error. */
export function renderErrorBody(error: PublicError): string {
  const { status: code } = error;
  const message = explain(error);
  return JSON.stringify({
    error: { code, message, status: googleStatus(code), details: describe(error) },
  });
}

/** Gemini's errors have one status for every bad request: clients search for its message. */
function explain({ message, promptTooLong }: PublicError): string {
  if (promptTooLong === undefined || /input token count/i.test(message)) return message;
  const { tokens, limit } = promptTooLong;
  if (tokens === undefined || limit === undefined)
    return `The input token count exceeds the maximum number of tokens allowed: ${message}`;
  return `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${limit}).`;
}

function describe(error: PublicError): object[] {
  const metadata: Record<string, string> = { request_id: error.requestId };
  const details: object[] = [
    { "@type": `${rpc}ErrorInfo`, reason: error.code.toUpperCase(), domain: "tollgate", metadata },
  ];
  if (error.param !== undefined)
    details.push({
      "@type": `${rpc}BadRequest`,
      fieldViolations: [{ field: error.param, description: error.message }],
    });
  if (error.retryAfter !== undefined)
    details.push({ "@type": `${rpc}RetryInfo`, retryDelay: `${error.retryAfter}s` });
  return details;
}

const rpc = "type.googleapis.com/google.rpc.";
