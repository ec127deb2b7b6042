import type { ProblemKind, UpstreamProblem } from "../canonical/problem.ts";

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
  /** The upstream answered, if only with an error; `retryTimeOut` limits retries after answers alone. */
  answered: boolean;
  /** Attempts made so far. */
  attempts: number;
  retryTimes: number;
  /** Since the search began, without the attempts that got no answer. */
  elapsedSeconds: number;
  retryTimeOut: number;
  /** Of the total time limit of the whole exchange. */
  secondsLeft: number;
  pinned: boolean;
  /** Something reached the caller already. */
  started: boolean;
  callerGone: boolean;
}

/** True if another channel may be tried. Never after the first byte reached the caller. */
export function shouldRetry(state: RetryState): boolean {
  if (state.started || state.pinned || state.callerGone) return false;
  if (state.attempts > state.retryTimes) return false;
  if (state.secondsLeft <= 0) return false;
  if (state.answered && state.elapsedSeconds >= state.retryTimeOut) return false;
  return retryable[state.kind];
}

/** False if the upstream gave nothing of an answer: it hung, or could not be reached. */
export function hasAnswered({ kind }: UpstreamProblem, firstByteAt: number | undefined): boolean {
  return firstByteAt !== undefined || (kind !== "timeout" && kind !== "unreachable");
}
