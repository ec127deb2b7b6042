import { checkResetLink, resetPassword } from "@tollgate/contract/registration";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { call } from "../../lib/api-client";

/** What a link from a mail carries. */
export interface ResetLink {
  email: string;
  token: string;
}

/** Whether the link still works; asked once, so that it does not turn dead under somebody who just used it. */
export const linkQuery = (link: ResetLink) =>
  queryOptions({
    queryKey: ["reset-link", link],
    queryFn: ({ signal }) => call(checkResetLink, { body: link, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { silent: true },
  });

/** The caller tells failures: a link that died meanwhile is a page, not a notification. */
export function useResetPassword() {
  return useMutation({
    mutationFn: (form: ResetLink & { password: string }) => call(resetPassword, { body: form }),
    meta: { silent: true },
  });
}
