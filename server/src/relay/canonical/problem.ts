/**
 * What went wrong at an upstream. The kind decides retry, breaker, automatic disabling and the caller's status:
 * `request` (the caller's fault: 400, 404, 413, 422), `auth`, `billing`, `rate`, `overload`, `server`, `unreachable`,
 * `timeout`, `bad-answer` (malformed: HTML, empty, truncated), `filter` (rejected for its content), `unsupported` (the
 * provider does not support the call; it was never sent), `shortage` (this process has no memory left for the response;
 * `code` names whose share is used up).
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

/** Machine-readable part of an Anthropic error; its SDKs decide by it what to send next. */
export interface ErrorDetails {
  error_code: string;
  /** Fields or settings that a thread does not support. */
  unsupported?: string[];
}

export interface UpstreamProblem {
  kind: ProblemKind;
  /** HTTP status of the upstream; 0 if it never responded. */
  status: number;
  /** The upstream's own message, unredacted: for logs, and redacted for the caller if the kind allows it. */
  message: string;
  /** The vendor's values, as in OpenAI's error object. */
  type?: string;
  code?: string;
  param?: string;
  details?: ErrorDetails;
  /** Tollgate's total timeout ended a response that was still arriving; the upstream was not idle. */
  totalLimit?: true;
  /** The prompt does not fit into the model's context window; set by `recognizePromptTooLong`. */
  promptTooLong?: PromptLength;
  /** Seconds, from `Retry-After` or the body. */
  retryAfter?: number;
  /** Cause, if the kind alone does not determine it. */
  cause?: ProblemCause;
  /** How long the gateway waited, for `no_first_byte`. */
  seconds?: number;
}

/**
 * `no_first_byte`: no byte of the response before the deadline; `address_not_public`: the gateway does not connect to
 * that address; `no_such_endpoint`: the upstream returned 404 or 405 for the endpoint itself.
 */
export type ProblemCause = "no_first_byte" | "address_not_public" | "no_such_endpoint";

/** Length of a rejected prompt in tokens, as far as the upstream reports it. */
export interface PromptLength {
  /** Prompt and requested output together, if both count toward the limit; otherwise the prompt. */
  tokens?: number;
  /** The part of `tokens` that was requested as output. */
  output?: number;
  /** Size of the context window. */
  limit?: number;
}
