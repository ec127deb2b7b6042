import type { RelayLimits } from "../../snapshot/relay-snapshot.ts";
import { RelayError } from "../relay-error.ts";

/** The two scopes of limits: the user, whose limits come from the user's group, and the token. */
export interface LimitedCaller {
  userId: number;
  tokenId: number;
  tokenLimits: RelayLimits;
}

/**
 * Counts calls against the limits of callers. Every exchange enters once before routing, and leaves once, however it
 * ends.
 */
export interface Limiter {
  /**
   * Admits or rejects synchronously where one process decides alone, and by promise where several share the count.
   * Never throws or rejects its promise.
   * @param tokens estimate of the whole call, reserved until `leave` corrects it. A number above the limit counts as
   * the limit.
   * @param now milliseconds, monotonic
   */
  enter(
    caller: LimitedCaller,
    userLimits: RelayLimits,
    tokens: number,
    now: number,
  ): Admission | Promise<Admission>;
}

export interface Admission {
  /** Undefined: admitted. */
  readonly rejection: Rejection | undefined;
  /** Of the scope with the fewest left; undefined if requests are not limited. */
  readonly requests: RateState | undefined;
  readonly tokens: RateState | undefined;
  /**
   * Ends the exchange. A second call, and a call after a rejection, has no effect. `tokensUsed` 0: nothing was
   * delivered.
   */
  leave(tokensUsed: number, now: number): void;
}

export interface RateState {
  limit: number;
  remaining: number;
  /** Seconds until a part of the limit is free again; 0: all of it is free. */
  resetSeconds: number;
}

export interface Rejection {
  scope: "user" | "token";
  of: "requests" | "tokens" | "concurrency";
  limit: number;
  /** Seconds. */
  retryAfter: number;
}

/** Writes the `x-ratelimit-*` headers, with the names that OpenAI uses. */
export function writeLimitHeaders(headers: Record<string, string>, { requests, tokens }: Admission): void {
  if (requests) {
    headers["x-ratelimit-limit-requests"] = String(requests.limit);
    headers["x-ratelimit-remaining-requests"] = String(requests.remaining);
    headers["x-ratelimit-reset-requests"] = `${requests.resetSeconds}s`;
  }
  if (tokens) {
    headers["x-ratelimit-limit-tokens"] = String(tokens.limit);
    headers["x-ratelimit-remaining-tokens"] = String(tokens.remaining);
    headers["x-ratelimit-reset-tokens"] = `${tokens.resetSeconds}s`;
  }
}

/** The error of a rejected caller: 429 with `retry-after`. */
export function limitError({ scope, of, limit, retryAfter }: Rejection): RelayError {
  const whose = scope === "token" ? "this API key" : "this account";
  if (of === "concurrency") {
    const text = `More than ${limit} requests of ${whose} at the same time. Wait for one of them to end.`;
    return new RelayError("too_many_at_once", text, { retryAfter });
  }
  const text = `More than ${limit} ${of} of ${whose} in a minute. Try again in ${retryAfter} s.`;
  return new RelayError("rate_limited", text, { retryAfter });
}

/** The error of an account with an uncollected cost, which may make one call at a time. */
export function oneAtATimeError({ retryAfter }: Rejection): RelayError {
  const text =
    "An earlier answer cost more than the balance of this account, so it may make one request at a time until it is topped up. " +
    "Wait for the running request to end.";
  return new RelayError("too_many_at_once", text, { retryAfter });
}
