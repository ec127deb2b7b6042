import { cleanMessage, cleanWord, maskKeys, quotableSecrets } from "../platform/clean-message.ts";
import { renderContext, streamHeaders } from "./answer/answer-path.ts";
import type { ErrorDetails, UpstreamProblem } from "./canonical/problem.ts";
import type { AttemptRecord, ClientReply, Exchange } from "./exchange.ts";
import type { Format, StreamRenderer } from "./formats/format.ts";
import { type PublicError, RelayError, relayErrorKinds, shortageError } from "./relay-error.ts";

/** Upstream statuses that are the caller's own mistakes and are passed on unchanged. */
const passedOn = new Set([400, 404, 413, 422]);

/**
 * The error of an exchange without attempts left. The caller's own mistakes and rate limits keep their status and the
 * upstream's message, from which `run-attempt.ts` removed the channel's keys. An upstream's 401, 402 or 403 is a fault
 * of the channel and becomes 502.
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

/** The entry of the routing trail for a failed attempt; the reason is empty for one that delivered. */
export function whyOf(
  problem: UpstreamProblem | undefined,
): Pick<AttemptRecord, "reason" | "cause" | "seconds"> {
  if (!problem) return { reason: "" };
  const { kind, cause, seconds } = problem;
  return { reason: kind, ...(cause && { cause }), ...(seconds !== undefined && { seconds }) };
}

/** Upstreams quote keys in forms that no pattern matches. Masks them before anything else sees the text. */
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

/**
 * The error that the caller receives. Internal messages stay internal; anything but a RelayError is an internal error.
 */
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
  /** The renderer of the running stream; undefined if its bytes pass through. */
  renderer?: StreamRenderer | undefined;
}

/**
 * Writes an error in the caller's format: as a response of its own, or as the last event of a running stream. Audio is
 * cut off.
 */
export function replyError(
  { reply, headers, renderer }: ErrorTarget,
  format: Pick<Format, "renderError" | "renderStreamError">,
  error: PublicError,
): void {
  if (reply.closed) return;
  if (reply.headSent) {
    // A whole response whose head already said 200: the error becomes its body.
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
 * Writes the error as a whole stream, for formats whose API does so, if nothing was sent yet.
 * @returns false if `replyError` has to report the error
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
