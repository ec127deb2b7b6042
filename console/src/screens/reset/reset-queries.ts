import { requestReset } from "@tollgate/contract/registration";
import { useMutation } from "@tanstack/react-query";
import { call } from "../../lib/api-client";

/** The page shows failures on the form. */
export function useRequestReset() {
  return useMutation({
    mutationFn: (query: { email: string; turnstile: string }) => call(requestReset, { query }),
    meta: { silent: true },
  });
}
