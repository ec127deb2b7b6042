import type { PublicError } from "../../relay-error.ts";
import type { ErrorReply } from "../format.ts";

/** An error in Google's shape (relay contract A6); code, field and request id stand in its details. */
export function renderError(error: PublicError): ErrorReply {
  const headers: Record<string, string> = { "content-type": "application/json; charset=utf-8" };
  if (error.retryAfter !== undefined) headers["retry-after"] = String(error.retryAfter);
  return { status: error.status, headers, body: renderErrorBody(error) };
}

/** The same error as the last event of a stream; Google's SDKs throw it. */
export function renderStreamError(error: PublicError): string {
  return `data: ${renderErrorBody(error)}\r\n\r\n`;
}

/** JSON text of an error. */
export function renderErrorBody(error: PublicError): string {
  const { status: code, message } = error;
  return JSON.stringify({
    error: { code, message, status: statusWord(code), details: describe(error) },
  });
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

/** Google's word for an HTTP status (google.rpc.Code). */
function statusWord(status: number): string {
  return words[status] ?? (status >= 500 ? "INTERNAL" : "INVALID_ARGUMENT");
}

const words: Record<number, string> = {
  401: "UNAUTHENTICATED",
  402: "RESOURCE_EXHAUSTED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  408: "DEADLINE_EXCEEDED",
  409: "ABORTED",
  429: "RESOURCE_EXHAUSTED",
  499: "CANCELLED",
  501: "UNIMPLEMENTED",
  502: "UNAVAILABLE",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};
