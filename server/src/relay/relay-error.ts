import type { Shortage } from "../platform/memory-budget.ts";
import type { ErrorDetails, PromptLength, UpstreamProblem } from "./canonical/problem.ts";

/** The kinds of errors that a caller can receive. Each format renders them in its own shape. */
export const relayErrorKinds = {
  invalid_request: { status: 400, type: "invalid_request_error", code: "invalid_request" },
  prompt_too_long: { status: 400, type: "invalid_request_error", code: "context_length_exceeded" },
  malformed_json: { status: 400, type: "invalid_request_error", code: "malformed_json" },
  request_too_large: { status: 413, type: "invalid_request_error", code: "request_too_large" },
  missing_key: { status: 401, type: "authentication_error", code: "missing_api_key" },
  invalid_key: { status: 401, type: "authentication_error", code: "invalid_api_key" },
  token_expired: { status: 401, type: "authentication_error", code: "token_expired" },
  token_disabled: { status: 401, type: "authentication_error", code: "token_disabled" },
  user_disabled: { status: 403, type: "permission_error", code: "user_disabled" },
  address_refused: { status: 403, type: "permission_error", code: "address_not_allowed" },
  pin_refused: { status: 403, type: "permission_error", code: "channel_pin_not_allowed" },
  group_unavailable: { status: 403, type: "permission_error", code: "group_not_available" },
  model_not_allowed: { status: 404, type: "invalid_request_error", code: "model_not_found" },
  model_not_found: { status: 404, type: "invalid_request_error", code: "model_not_found" },
  response_not_found: { status: 400, type: "invalid_request_error", code: "previous_response_not_found" },
  state_not_found: { status: 404, type: "invalid_request_error", code: "not_found" },
  thread_not_found: { status: 404, type: "invalid_request_error", code: "thread_not_found" },
  thread_unsupported: { status: 400, type: "invalid_request_error", code: "thread_unsupported_request" },
  method_not_allowed: { status: 405, type: "invalid_request_error", code: "method_not_allowed" },
  endpoint_not_found: { status: 404, type: "invalid_request_error", code: "not_found" },
  token_exhausted: { status: 403, type: "insufficient_quota", code: "token_quota_exhausted" },
  insufficient_quota: { status: 402, type: "insufficient_quota", code: "insufficient_user_quota" },
  user_budget_exceeded: { status: 402, type: "insufficient_quota", code: "user_budget_exceeded" },
  token_budget_exceeded: { status: 402, type: "insufficient_quota", code: "token_budget_exceeded" },
  unsupported: { status: 400, type: "invalid_request_error", code: "unsupported_by_channel" },
  channel_required: { status: 403, type: "permission_error", code: "channel_pin_required" },
  too_many_at_once: { status: 429, type: "rate_limit_error", code: "concurrency_limit_exceeded" },
  memory_share_exceeded: { status: 429, type: "rate_limit_error", code: "memory_share_exceeded" },
  price_missing: { status: 403, type: "invalid_request_error", code: "model_price_missing" },
  rate_limited: { status: 429, type: "rate_limit_error", code: "rate_limit_exceeded" },
  no_channel: { status: 503, type: "server_error", code: "no_channel_available" },
  upstream_error: { status: 502, type: "server_error", code: "upstream_error" },
  upstream_timeout: { status: 504, type: "server_error", code: "upstream_timeout" },
  unavailable: { status: 503, type: "server_error", code: "temporarily_unavailable" },
  stopping: { status: 503, type: "server_error", code: "server_stopping" },
  internal: { status: 500, type: "server_error", code: "internal_error" },
} as const;

export type RelayErrorKind = keyof typeof relayErrorKinds;

/** What a format needs to render an error. */
export interface PublicError {
  status: number;
  type: string;
  code: string;
  message: string;
  param?: string | undefined;
  /** Seconds; becomes the header `retry-after`. */
  retryAfter?: number | undefined;
  /** Anthropic's `error.details`. */
  details?: ErrorDetails | undefined;
  requestId: string;
  /**
   * The prompt exceeds the model's context window: every format has its own message for it, which makes clients
   * compact.
   */
  promptTooLong?: PromptLength | undefined;
}

/** A failure of an exchange with a public message. The internal cause goes to the log only. */
export class RelayError extends Error {
  override name = "RelayError";
  readonly kind: RelayErrorKind;
  readonly param: string | undefined;
  readonly retryAfter: number | undefined;
  /** True if the message is the last upstream's own. */
  readonly problem: UpstreamProblem | undefined;
  readonly details: ErrorDetails | undefined;

  constructor(
    kind: RelayErrorKind,
    message: string,
    more: {
      param?: string | undefined;
      retryAfter?: number | undefined;
      problem?: UpstreamProblem;
      details?: ErrorDetails;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.kind = kind;
    this.param = more.param;
    this.retryAfter = more.retryAfter;
    this.problem = more.problem;
    this.details = more.details;
  }
}

/** Memory budget exceeded: 429 if the account itself retains too much, 503 if all accounts together do. */
export function shortageError(shortage: Shortage): RelayError {
  return shortage === "owner"
    ? new RelayError(
        "memory_share_exceeded",
        "The running requests of this account hold too much data. Wait for one of them to end.",
        { retryAfter: 1 },
      )
    : new RelayError("unavailable", "The gateway holds as much data as it can. Try again shortly.", {
        retryAfter: 1,
      });
}
