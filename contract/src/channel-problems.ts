/**
 * Why a call through a channel failed, as operators act on it. `wrong_request`: rejected for what the caller sent, which does
 * not count against the channel.
 */
export const channelErrorKinds = [
  "authentication",
  "no_balance",
  "rate_limit",
  "timeout",
  "server_error",
  "bad_answer",
  "not_found",
  "wrong_request",
  "connection",
] as const;
export type ChannelErrorKind = (typeof channelErrorKinds)[number];

/** `too_slow`: a test passed, but took longer than the maximum response time. */
export const channelProblems = [...channelErrorKinds, "too_slow"] as const;
export type ChannelProblem = (typeof channelProblems)[number];

/**
 * What an upstream's problem means for the operator.
 * @param problem `kind` in the relay's words, `status` the upstream's HTTP status or 0
 */
export function channelErrorKindOf({ kind, status }: { kind: string; status: number }): ChannelErrorKind {
  switch (kind) {
    case "auth":
      return "authentication";
    case "billing":
      return "no_balance";
    case "rate":
      return "rate_limit";
    case "timeout":
      return "timeout";
    case "unreachable":
      return "connection";
    case "bad-answer":
      return "bad_answer";
    case "request":
      return status === 404 ? "not_found" : "wrong_request";
    case "filter":
    case "unsupported":
      return "wrong_request";
    default:
      return "server_error";
  }
}
