import { login, type LoginForm } from "@tollgate/contract/auth";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api-client";
import { forgetUserData } from "../../lib/session/forget-user-data";
import { session } from "../../lib/session/session";

/** Signs in; nothing fetched for somebody else survives it. */
export function useLogin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (form: LoginForm) => call(login, { body: form }),
    onSuccess: (user) => {
      forgetUserData(queryClient);
      session.begin(user);
    },
    meta: { formErrors: true },
  });
}
