import type { RelayLimits } from "../../snapshot/relay-snapshot.ts";
import { RelayError } from "../relay-error.ts";

/** Whose limits count: the user's, which come from the user's group, and the token's own. */
export interface LimitedCaller {
  userId: number;
  tokenId: number;
  tokenLimits: RelayLimits;
}

/**
 * Counts what callers do against their limits (R8). Every exchange enters once, before it is routed, and leaves once, however it
 * ends.
 */
export interface Limiter {
  /**
   * Admits or refuses at once where one process decides alone, by promise where several share the count. Never throws or rejects.
   * @param tokens estimate of the whole call; kept until `leave` corrects it. More than the limit itself counts as the limit.
   * @param now milliseconds that never run back
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
  readonly refusal: Refusal | undefined;
  /** Of the scope that is nearest to its limit; undefined where requests are not limited. */
  readonly requests: RateState | undefined;
  readonly tokens: RateState | undefined;
  /** The exchange is over. A second call, and one after a refusal, does nothing. `tokensUsed` 0: nothing was delivered. */
  leave(tokensUsed: number, now: number): void;
}

export interface RateState {
  limit: number;
  remaining: number;
  /** Seconds until something of the minute is free again; 0: all of it is free. */
  resetSeconds: number;
}

export interface Refusal {
  scope: "user" | "token";
  of: "requests" | "tokens" | "concurrency";
  limit: number;
  /** Seconds. */
  retryAfter: number;
}

/** Answers the headers of D16a. */
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

/** What a refused caller is told: 429 with `retry-after`. */
export function limitError({ scope, of, limit, retryAfter }: Refusal): RelayError {
  const whose = scope === "token" ? "this API key" : "this account";
  if (of === "concurrency") {
    const text = `More than ${limit} requests of ${whose} at the same time. Wait for one of them to end.`;
    return new RelayError("too_many_at_once", text, { retryAfter });
  }
  const text = `More than ${limit} ${of} of ${whose} in a minute. Try again in ${retryAfter} s.`;
  return new RelayError("rate_limited", text, { retryAfter });
}

/** The same for an account that may make one call at a time because it owes. */
export function oneAtATimeError({ retryAfter }: Refusal): RelayError {
  const text =
    "An earlier answer cost more than the balance of this account, so it may make one request at a time until it is topped up. " +
    "Wait for the running request to end.";
  return new RelayError("too_many_at_once", text, { retryAfter });
}
