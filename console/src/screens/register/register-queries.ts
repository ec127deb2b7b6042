import { register, type RegisterForm, sendVerification } from "@tollgate/contract/registration";
import { useMutation } from "@tanstack/react-query";
import { call } from "../../lib/api-client";

/** The page shows failures on the form. */
export function useRegister() {
  return useMutation({
    mutationFn: ({ form, turnstile }: { form: RegisterForm; turnstile: string }) =>
      call(register, { body: form, query: { turnstile } }),
    meta: { silent: true },
  });
}

export function useSendVerification() {
  return useMutation({
    mutationFn: (query: { email: string; turnstile: string }) => call(sendVerification, { query }),
    meta: { formErrors: true },
  });
}
