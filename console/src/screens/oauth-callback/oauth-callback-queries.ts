import { signInByGitHub, signInByLark, signInByOidc } from "@tollgate/contract/oauth";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api-client";
import { ApiError } from "../../lib/api-error";
import { forgetUserData } from "../../lib/session/forget-user-data";
import { session } from "../../lib/session/session";

const endpoints = { github: signInByGitHub, lark: signInByLark, oidc: signInByOidc };
export type CallbackKind = keyof typeof endpoints;

/** What the service put into the address. */
export interface Returned {
  code: string;
  state: string;
  iss?: string;
}

/** Tries in all, and the wait between two. */
export const maxAttempts = 3;
export const retryDelay = 2000;

/** Errors that a retry cannot fix: the code is used, or the operator must act. */
const final = new Set(["oauth.broken_off", "oauth.misconfigured"]);

/** True for retryable failures: no response, or overload. Rejections are final. */
function mayPass(error: Error): boolean {
  if (!(error instanceof ApiError) || final.has(error.code)) return false;
  return error.status === 0 || error.status >= 500 || error.code === "oauth.state_busy";
}

/** Ends the sign-in that the service sent the browser back from. Null: an account was linked. The page shows failures itself. */
export function useFinishSignIn(kind: CallbackKind) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (returned: Returned) => call(endpoints[kind], { query: returned }),
    retry: (failures, error) => failures < maxAttempts - 1 && mayPass(error),
    retryDelay,
    networkMode: "always",
    onSuccess: (user) => {
      forgetUserData(queryClient);
      if (user) session.begin(user);
    },
    meta: { silent: true },
  });
}
