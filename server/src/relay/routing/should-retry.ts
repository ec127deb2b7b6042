import type { ProblemKind, UpstreamProblem } from "../canonical/problem.ts";

/** The caller's own mistakes fail at every channel; everything else may succeed at another one. */
const retryable: Record<ProblemKind, boolean> = {
  request: false,
  filter: false,
  auth: true,
  billing: true,
  rate: true,
  overload: true,
  server: true,
  unreachable: true,
  timeout: true,
  "bad-answer": true,
  unsupported: true,
  // The next response would need as much memory.
  shortage: false,
};

export interface RetryState {
  kind: ProblemKind;
  /** True if the upstream sent anything, even an error. `retryTimeOut` applies only then. */
  answered: boolean;
  /** Attempts made so far. */
  attempts: number;
  retryTimes: number;
  /** Since the search began, without attempts that got no response. */
  elapsedSeconds: number;
  retryTimeOut: number;
  /** What is left of the exchange's total time limit. */
  secondsLeft: number;
  pinned: boolean;
  /** Part of the response already reached the caller. */
  started: boolean;
  callerGone: boolean;
}

/**
 * True if another channel or key may be tried. Never after the first byte reached the caller. A second endpoint of the
 * same channel is chosen in `search-route.ts` and does not count as a retry.
 */
export function shouldRetry(state: RetryState): boolean {
  if (state.started || state.pinned || state.callerGone) return false;
  if (state.attempts > state.retryTimes) return false;
  if (state.secondsLeft <= 0) return false;
  if (state.answered && state.elapsedSeconds >= state.retryTimeOut) return false;
  return retryable[state.kind];
}

/** False if the upstream sent nothing: it was idle, or unreachable. */
export function hasAnswered({ kind }: UpstreamProblem, firstByteAt: number | undefined): boolean {
  return firstByteAt !== undefined || (kind !== "timeout" && kind !== "unreachable");
}
