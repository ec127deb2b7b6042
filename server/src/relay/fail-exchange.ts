import { cleanMessage, cleanWord, maskKeys, quotableSecrets } from "../platform/clean-message.ts";
import { renderContext, streamHeaders } from "./answer/answer-path.ts";
import type { ErrorDetails, UpstreamProblem } from "./canonical/problem.ts";
import type { AttemptRecord, ClientReply, Exchange } from "./exchange.ts";
import type { Format, StreamRenderer } from "./formats/format.ts";
import { type PublicError, RelayError, relayErrorKinds, shortageError } from "./relay-error.ts";

/** Statuses of an upstream that are the caller's own business and are passed on as such (D14). */
const passedOn = new Set([400, 404, 413, 422]);

/**
 * The error of an exchange whose attempts are spent. The caller's own mistakes and a rate refusal keep their status and the
 * upstream's cleaned words (the channel's keys were taken out of them by `run-attempt.ts`); an upstream's 401, 402 or 403 is
 * the operator's trouble and becomes 502.
 */
export function errorFromProblem(problem: UpstreamProblem): RelayError {
  switch (problem.kind) {
    case "request":
    case "filter":
      return new RelayError(
        problem.promptTooLong ? "prompt_too_long" : "invalid_request",
        cleanMessage(problem.message),
        {
          param: problem.param === undefined ? undefined : cleanMessage(problem.param),
          problem,
        },
      );
    case "unsupported":
      return new RelayError("unsupported", cleanMessage(problem.message), { param: problem.param, problem });
    case "rate":
      return new RelayError("rate_limited", "The upstream is limiting requests. Try again later.", {
        retryAfter: problem.retryAfter ?? 1,
        problem,
      });
    case "shortage":
      return shortageError(problem.code === "process" ? "process" : "owner");
    case "timeout":
      return new RelayError("upstream_timeout", "The upstream did not answer in time.", { problem });
    default:
      return new RelayError("upstream_error", "The upstream failed to answer this request.", { problem });
  }
}

/** What the routing trail says of a failed attempt; an empty reason for one that delivered. */
export function whyOf(
  problem: UpstreamProblem | undefined,
): Pick<AttemptRecord, "reason" | "cause" | "seconds"> {
  if (!problem) return { reason: "" };
  const { kind, cause, seconds } = problem;
  return { reason: kind, ...(cause && { cause }), ...(seconds !== undefined && { seconds }) };
}

/** Upstreams quote keys back, of shapes that no pattern knows. Nothing beyond this point gets to see one. */
export function withoutKeys(
  problem: UpstreamProblem,
  channel: Parameters<typeof quotableSecrets>[0],
): UpstreamProblem {
  const keys = quotableSecrets(channel);
  const clean = { ...problem, message: maskKeys(problem.message, keys) };
  if (problem.type !== undefined) clean.type = maskKeys(problem.type, keys);
  if (problem.code !== undefined) clean.code = maskKeys(problem.code, keys);
  if (problem.param !== undefined) clean.param = maskKeys(problem.param, keys);
  return clean;
}

/** What the caller is told. Internal sentences stay inside; whatever is no RelayError is an internal error. */
export function publicError(error: unknown, requestId: string): PublicError {
  const known =
    error instanceof RelayError
      ? error
      : new RelayError("internal", "The gateway failed to serve this request.");
  const kind = relayErrorKinds[known.kind];
  const { problem } = known;
  const passes = problem !== undefined && known.kind === "invalid_request";
  return {
    status: passes && passedOn.has(problem.status) ? problem.status : kind.status,
    type: (passes && cleanWord(problem.type)) || kind.type,
    code: (passes && cleanWord(problem.code)) || kind.code,
    message: known.message,
    param: known.param,
    retryAfter: known.retryAfter,
    details: passes ? cleanDetails(problem.details) : known.details,
    requestId,
    promptTooLong: problem?.promptTooLong,
  };
}

const detailsMost = 20;

function cleanDetails(details: ErrorDetails | undefined): ErrorDetails | undefined {
  const code = cleanWord(details?.error_code);
  if (code === undefined) return undefined;
  const unsupported = details?.unsupported?.slice(0, detailsMost).flatMap((name) => cleanWord(name) ?? []);
  return { error_code: code, ...(unsupported && { unsupported }) };
}

/** Where an error goes. */
export interface ErrorTarget {
  reply: ClientReply;
  headers: Record<string, string>;
  /** What has begun to write a stream; undefined where its bytes are passed on. */
  renderer?: StreamRenderer | undefined;
}

/** Writes an error in the caller's format: as an answer of its own, or as the last event of a stream that has begun. Sound is broken off. */
export function replyError(
  { reply, headers, renderer }: ErrorTarget,
  format: Pick<Format, "renderError" | "renderStreamError">,
  error: PublicError,
): void {
  if (reply.closed) return;
  if (reply.headSent) {
    // Where a whole answer was awaited, the error is the body of the 200 that was promised.
    if (!reply.started && reply.sentType.includes("json")) reply.end(format.renderError(error).body);
    else if (/event-stream|json/.test(reply.sentType))
      reply.end(renderer ? renderer.fail(error) : format.renderStreamError(error));
    else reply.abort();
    return;
  }
  const rendered = format.renderError(error);
  reply.head(rendered.status, {
    ...headers,
    ...rendered.headers,
    ...(error.retryAfter !== undefined && { "retry-after": String(error.retryAfter) }),
  });
  reply.end(rendered.body);
}

/**
 * Writes a whole stream that fails, where the format's own API reports the error so and nothing was sent yet.
 * @returns false if the error has to be reported by `replyError`
 */
export function replyFailedStream(
  exchange: Exchange,
  error: PublicError,
  headers: Record<string, string>,
): boolean {
  const { format, head, reply } = exchange;
  if (!head.stream || reply.closed || reply.started || format.capability !== "chat") return false;
  if (!format.streamsError?.(error)) return false;
  reply.head(200, { ...headers, ...streamHeaders });
  reply.end(format.streamRenderer(renderContext(exchange, exchange)).fail(error));
  return true;
}
