import { useCallback } from "react";
import { useLocation, useNavigate } from "react-router";
import { ApiError } from "../../lib/api-error";
import { reportFailure } from "../../lib/query-client";

/** What the history entry of /login may hold. */
interface LoginState {
  /** Address to go on to. */
  from?: unknown;
  /** The sign-in waits for its second factor. */
  secondFactor?: unknown;
}

export interface SecondStep {
  active: boolean;
  /** Takes a failed sign-in: asks for the second factor if that is all it lacks, tells anything else. */
  failed(error: unknown): void;
  /** Back to the first step. */
  leave(): void;
}

/** The second step of signing in is an entry of the history of its own, so that the browser's "back" leads to the first. */
export function useSecondStep(): SecondStep {
  const navigate = useNavigate();
  const location = useLocation();
  const state: LoginState =
    typeof location.state === "object" && location.state !== null ? location.state : {};
  const { from } = state;
  const leave = useCallback(
    () => void navigate(location.pathname, { replace: true, state: { from } }),
    [navigate, location.pathname, from],
  );
  const failed = useCallback(
    (error: unknown): void => {
      if (error instanceof ApiError && error.code === "auth.second_factor_required")
        void navigate(location.pathname, { state: { from, secondFactor: true } });
      else reportFailure(error);
    },
    [navigate, location.pathname, from],
  );
  return { active: state.secondFactor === true, failed, leave };
}
