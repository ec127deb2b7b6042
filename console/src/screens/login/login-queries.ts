import type { User } from "@tollgate/contract/users";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { isLoadFailure, reportMissingPart } from "../../design-system/lazy-part/lazy-part";
import { ApiError } from "../../lib/api-error";
import { loadFailureTexts } from "../../lib/i18n/i18n";
import { forgetUserData } from "../../lib/session/forget-user-data";
import { session } from "../../lib/session/session";
import type * as loginCalls from "./login-calls";

type Calls = typeof loginCalls;

/**
 * Fetches the calls of this page, with the contract's schemas and the sentences for failures. They would be an eighth of
 * the page's code, and are needed only when someone signs in.
 * @throws ApiError as of a call that does not reach the server
 */
async function fetchCalls(): Promise<Calls> {
  try {
    const [calls] = await Promise.all([import("./login-calls"), loadFailureTexts()]);
    return calls;
  } catch (cause) {
    if (!isLoadFailure(cause)) throw cause;
    reportMissingPart();
    throw new ApiError({ code: "client.unreachable", status: 0, message: "", cause });
  }
}

/** Fetches the calls ahead: someone begins to fill in the form. */
export function expectSignIn(): void {
  // Signing in fetches them again and shows the failure.
  fetchCalls().catch(() => {});
}

/** Signs in with the given credentials and drops cached data of another user. The caller shows failures. */
function useSignIn<Credentials>(signIn: (calls: Calls, credentials: Credentials) => Promise<User>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (credentials: Credentials) => signIn(await fetchCalls(), credentials),
    onSuccess: (user) => {
      forgetUserData(queryClient);
      session.begin(user);
    },
    meta: { silent: true },
  });
}

export const useLogin = () =>
  useSignIn((calls, form: Parameters<Calls["signInWithPassword"]>[0]) => calls.signInWithPassword(form));

export const useCompleteTwoFactor = () =>
  useSignIn((calls, form: Parameters<Calls["signInWithCode"]>[0]) => calls.signInWithCode(form));

/** `autofill`: in the list under the name field; otherwise in the browser's dialog. */
export const usePasskeyLogin = () =>
  useSignIn((calls, { autofill }: { autofill: boolean }) => calls.signInWithPasskey(autofill));
