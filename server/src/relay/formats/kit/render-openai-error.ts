import type { PublicError } from "../../relay-error.ts";
import type { ErrorReply } from "../format.ts";
import { addRequestId, createErrorReply } from "./error-reply.ts";

/** An error in OpenAI's shape. */
export function renderError(error: PublicError): ErrorReply {
  return createErrorReply(error, renderErrorBody(error));
}

/** The same error as the last event of a stream; clients stop at it. */
export function renderStreamError(error: PublicError): string {
  return `data: ${renderErrorBody(error)}\n\n`;
}

/** The error object. */
export function describeError(error: PublicError): {
  message: string;
  type: string;
  param: string | null;
  code: string;
} {
  const message = addRequestId({ ...error, message: explain(error) });
  return { message, type: error.type, param: error.param ?? null, code: error.code };
}

/** Clients that do not read codes search for OpenAI's message about the context. */
function explain({ message, promptTooLong }: PublicError): string {
  if (promptTooLong === undefined || /context (?:length|window)/i.test(message)) return message;
  const { limit, tokens } = promptTooLong;
  if (limit === undefined) return `Your input exceeds the context window of this model: ${message}`;
  const requested = tokens === undefined ? "" : ` However, you requested ${tokens} tokens.`;
  return `This model's maximum context length is ${limit} tokens.${requested} Please reduce the length of the messages. (${message})`;
}

function renderErrorBody(error: PublicError): string {
  return JSON.stringify({ error: describeError(error) });
}
