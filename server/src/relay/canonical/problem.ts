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

/** Machine-readable part of an error of Anthropic's, by which its SDKs decide what to send next. */
export interface ErrorDetails {
  error_code: string;
  /** Fields or settings that a thread does not go with. */
  unsupported?: string[];
}

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
  details?: ErrorDetails;
  /** Our limit on the whole call ended an answer that was still coming: no silence of the upstream. */
  totalLimit?: true;
  /** The prompt does not fit into the model's context window; set by `recognizePromptTooLong`. */
  promptTooLong?: PromptLength;
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

/** How long a refused prompt was, in tokens, as far as the upstream says it. */
export interface PromptLength {
  /** Prompt and requested output together, where both count against the limit; otherwise the prompt. */
  tokens?: number;
  /** The part of `tokens` that was requested as output. */
  output?: number;
  /** Size of the context window. */
  limit?: number;
}
