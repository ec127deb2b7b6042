import { login, type LoginForm } from "@tollgate/contract/auth";
import { completeTwoFactor, type TwoFactorForm } from "@tollgate/contract/two-factor";
import type { User } from "@tollgate/contract/users";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api-client";
import { signInWithPasskey } from "../../lib/passkeys";
import { forgetUserData } from "../../lib/session/forget-user-data";
import { session } from "../../lib/session/session";

/** Signs in with the given credentials and drops cached data of another user. The caller shows failures. */
function useSignIn<Credentials>(signIn: (credentials: Credentials) => Promise<User>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: signIn,
    onSuccess: (user) => {
      forgetUserData(queryClient);
      session.begin(user);
    },
    meta: { silent: true },
  });
}

export const useLogin = () => useSignIn((form: LoginForm) => call(login, { body: form }));

export const useCompleteTwoFactor = () =>
  useSignIn((form: TwoFactorForm) => call(completeTwoFactor, { body: form }));

/** `autofill`: in the list under the name field; otherwise in the browser's dialog. */
export const usePasskeyLogin = () =>
  useSignIn(({ autofill }: { autofill: boolean }) => signInWithPasskey(autofill));
