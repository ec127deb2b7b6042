import type { ProblemKind } from "../canonical/problem.ts";

/** The caller's own mistakes fail everywhere alike; everything else may go better at another channel (D14). */
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
  // The next answer would need as much.
  shortage: false,
};

export interface RetryState {
  kind: ProblemKind;
  /** Attempts made so far. */
  attempts: number;
  retryTimes: number;
  elapsedSeconds: number;
  retryTimeOut: number;
  pinned: boolean;
  /** Something reached the caller already. */
  started: boolean;
  callerGone: boolean;
}

/** True if another channel may be tried. Never after the first byte. */
export function shouldRetry(state: RetryState): boolean {
  if (state.started || state.pinned || state.callerGone) return false;
  if (state.attempts > state.retryTimes) return false;
  if (state.elapsedSeconds >= state.retryTimeOut) return false;
  return retryable[state.kind];
}
