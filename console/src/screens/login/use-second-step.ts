import { useCallback, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { ApiError } from "../../lib/api-error";
import { describeError } from "../../lib/describe-error";

/** What the history entry of /login may hold. */
interface LoginState {
  /** Address to go on to. */
  from?: unknown;
  /** The sign-in waits for its two-factor code. */
  twoFactor?: unknown;
}

export interface SecondStep {
  active: boolean;
  /** Why the last attempt failed; shown on the form until something is changed. */
  problem: string | undefined;
  /** Takes a failed sign-in: prompts for a two-factor code if that is all it lacks, else shows the problem. */
  failed(error: unknown): void;
  /** Removes the problem: a field was changed, or another attempt begins. */
  clear(): void;
  /** Back to the first step. */
  leave(): void;
}

/** The second step of signing in is an entry of the history of its own, so that the browser's "back" returns to the first. */
export function useSecondStep(): SecondStep {
  const navigate = useNavigate();
  const location = useLocation();
  const state: LoginState =
    typeof location.state === "object" && location.state !== null ? location.state : {};
  const { from } = state;
  const [problem, setProblem] = useState<string>();
  const leave = useCallback(
    () => void navigate(location.pathname, { replace: true, state: { from } }),
    [navigate, location.pathname, from],
  );
  const failed = useCallback(
    (error: unknown): void => {
      if (error instanceof ApiError && error.code === "auth.second_factor_required") {
        setProblem(undefined);
        void navigate(location.pathname, { state: { from, twoFactor: true } });
      } else setProblem(describeError(error));
    },
    [navigate, location.pathname, from],
  );
  const clear = useCallback(() => setProblem(undefined), []);
  return { active: state.twoFactor === true, problem, failed, clear, leave };
}
