import { type FieldProblem, failure } from "@tollgate/contract/envelope";
import { type ErrorCode, errorCodes } from "@tollgate/contract/error-codes";
import type { FastifyError, FastifyInstance, FastifyReply } from "fastify";
import { AppError } from "../platform/app-error.ts";

interface FailureDetails {
  params?: Record<string, string | number> | undefined;
  fields?: FieldProblem[] | undefined;
  /** Written to the log with the request id; never sent to the caller. */
  logged?: unknown;
}

/** Fastify's own error codes and their codes in the catalog. */
const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: "request.malformed_json",
  FST_ERR_CTP_EMPTY_JSON_BODY: "request.malformed_json",
  FST_ERR_CTP_BODY_TOO_LARGE: "request.too_large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "request.unsupported_media_type",
  FST_ERR_BAD_URL: "request.not_found",
  FST_ERR_MAX_PARAM_LENGTH: "request.not_found",
};

/** True for paths of the console API. */
export function isApiPath(url: string): boolean {
  return url === "/api" || url.startsWith("/api/") || url.startsWith("/api?");
}

/** Every failure that reaches the root is sent in the envelope. */
export function installErrorReplies(
  app: FastifyInstance,
  /** True for errors of a database that is unreachable, read-only or full. */
  isDatabaseUnavailable: (error: unknown) => boolean = () => false,
): void {
  app.setErrorHandler((error: FastifyError | AppError, _request, reply) =>
    isDatabaseUnavailable(error)
      ? replyFailure(reply.header("retry-after", "1"), "server.database_unavailable", { logged: error })
      : replyError(reply, error),
  );
}

/** Sends the failure for an error; an error that is not meant for callers becomes `server.internal`. */
export function replyError(reply: FastifyReply, error: FastifyError | AppError): FastifyReply {
  if (error instanceof AppError) {
    // Limits log lines: a flood of rejected requests must not flood the log too.
    const broken = errorCodes[error.code].status >= 500 && error.params?.["seconds"] === undefined;
    const internal = broken || error.cause !== undefined;
    return replyFailure(reply, error.code, {
      params: error.params,
      fields: error.fields,
      ...(internal && { logged: error }),
    });
  }
  const code = frameworkCodes[error.code];
  if (code) return replyFailure(reply, code);
  if (error instanceof SyntaxError && error.statusCode === 400)
    return replyFailure(reply, "request.malformed_json");
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return replyFailure(reply, "request.invalid", { logged: error });
  return replyFailure(reply, "server.internal", { logged: error });
}

function failsElsewhere(code: ErrorCode): boolean {
  return errorCodes[code].status === 502 || code === "turnstile.unavailable";
}

/** The messages of an error and its causes, in one line. */
function reasonOf(error: unknown): string {
  const messages: string[] = [];
  for (let one = error; one instanceof Error && messages.length < 5; one = one.cause)
    if (one.message !== "") messages.push(one.message);
  return messages.join(": ");
}

/** Sends one failure envelope with the status of its code, and `Retry-After` where the error has seconds. */
export function replyFailure(
  reply: FastifyReply,
  code: ErrorCode,
  details: FailureDetails = {},
): FastifyReply {
  if (details.logged !== undefined) {
    const level = errorCodes[code].status >= 500 ? "error" : "info";
    const requestId = reply.request.id;
    // Another server failed: our stack trace does not help.
    if (failsElsewhere(code))
      reply.log.warn({ reason: reasonOf(details.logged), requestId, code }, "another service failed");
    else reply.log[level]({ err: details.logged, requestId, code }, "console API call failed");
  }
  const seconds = details.params?.["seconds"];
  if (seconds !== undefined) reply.header("retry-after", String(seconds));
  return reply.code(errorCodes[code].status).send({
    ...failure(code, details.params, details.fields),
    request_id: reply.request.id,
  });
}
