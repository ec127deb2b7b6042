import type { PublicError } from "../../relay-error.ts";
import type { ErrorReply } from "../format.ts";
import { createErrorReply } from "../kit/error-reply.ts";

/** An error in Anthropic's shape: the type follows from the status, and the request id is next to the error object. */
export function renderError(error: PublicError): ErrorReply {
  const reply = createErrorReply(error, renderErrorBody(error));
  reply.headers["request-id"] = error.requestId;
  return reply;
}

/** The same error as the last event of a stream; clients of this format stop at it. */
export function renderStreamError(error: PublicError): string {
  return `event: error\ndata: ${renderErrorBody(error)}\n\n`;
}

function renderErrorBody(error: PublicError): string {
  const { status, details, requestId } = error;
  const object = { type: typeOf(status), message: explain(error), ...(details && { details }) };
  return JSON.stringify({ type: "error", error: object, request_id: requestId });
}

/** Anthropic's errors have no code: clients compact a conversation when they read this message. */
function explain({ message, promptTooLong }: PublicError): string {
  if (promptTooLong === undefined || /prompt is too long/i.test(message)) return message;
  const { tokens, limit, output } = promptTooLong;
  if (tokens === undefined || limit === undefined) return `prompt is too long: ${message}`;
  const length = `prompt is too long: ${tokens} tokens > ${limit} maximum`;
  if (output === undefined) return length;
  return `${length}: input length and \`max_tokens\` exceed context limit: ${tokens - output} + ${output} > ${limit}`;
}

function typeOf(status: number): string {
  return types[status] ?? (status < 500 ? "invalid_request_error" : "api_error");
}

const types: Record<number, string> = {
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  408: "timeout_error",
  413: "request_too_large",
  429: "rate_limit_error",
  503: "overloaded_error",
  504: "timeout_error",
  529: "overloaded_error",
};
