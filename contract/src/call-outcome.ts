/** How calls end. In a file of its own, without schemas, for the relay and the writer thread. */

/** How an exchange ended. `timeout`: the upstream was idle for too long. `gateway_limit`: our limit on time or memory cut an answer that was still coming. */
export const endReasons = [
  "completed",
  "client_closed",
  "upstream_cut",
  "upstream_error",
  "timeout",
  "gateway_limit",
  "refused",
  "too_long",
] as const;
export type EndReason = (typeof endReasons)[number];

/**
 * Outcome of a call, for filters and sums. `failed`: no answer; `refused`: nothing was sent to a provider; `cancelled`: the caller left before the end;
 * `cut`: the answer ended early. A row stores the position in this list, so the order never changes.
 */
export const outcomes = ["succeeded", "failed", "refused", "cancelled", "cut"] as const;
export type Outcome = (typeof outcomes)[number];

/** The outcome of each end. */
export const outcomeOfEnd: Readonly<Record<EndReason, Outcome>> = {
  completed: "succeeded",
  client_closed: "cancelled",
  upstream_cut: "cut",
  upstream_error: "failed",
  timeout: "failed",
  gateway_limit: "cut",
  refused: "refused",
  too_long: "cut",
};

/** The stored number of an end. */
export const outcomeCode = (end: EndReason): number => outcomes.indexOf(outcomeOfEnd[end]);
