/**
 * What went wrong at an upstream, in our words. The kind decides retry, breaker, automatic disabling and the caller's status:
 * `request` (the caller's fault: 400, 404, 413, 422), `auth`, `billing`, `rate`, `overload`, `server`, `unreachable`,
 * `timeout`, `bad-answer` (not what was promised: HTML, empty, half), `filter` (refused for its content), `unsupported` (the provider has nothing for such
 * a call; it was never sent), `shortage` (this process has no memory left for the answer; `code` says whose share is used up).
 */
export type ProblemKind =
  | "request"
  | "auth"
  | "billing"
  | "rate"
  | "overload"
  | "server"
  | "unreachable"
  | "timeout"
  | "bad-answer"
  | "filter"
  | "unsupported"
  | "shortage";

export interface UpstreamProblem {
  kind: ProblemKind;
  /** HTTP status of the upstream; 0 if it never answered. */
  status: number;
  /** The upstream's own sentence, uncleaned: for logs, and cleaned for the caller where the kind allows it. */
  message: string;
  /** The vendor's words for it, as OpenAI's error object has them. */
  type?: string;
  code?: string;
  param?: string;
  /** Our limit on the whole call ended an answer that was still coming: no silence of the upstream. */
  totalLimit?: true;
  /** Seconds, from `Retry-After` or the body. */
  retryAfter?: number;
  /** Why, where the kind alone does not say it. */
  cause?: ProblemCause;
  /** How long was waited, for `no_first_byte`. */
  seconds?: number;
}

/**
 * `no_first_byte`: nothing of the answer came before the deadline; `address_not_public`: the gateway does not connect to that address;
 * `no_such_endpoint`: the upstream answered 404 or 405 for the endpoint itself.
 */
export type ProblemCause = "no_first_byte" | "address_not_public" | "no_such_endpoint";
