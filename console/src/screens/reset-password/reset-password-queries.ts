import { checkResetLink, resetPassword } from "@tollgate/contract/registration";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { call } from "../../lib/api-client";

/** Parameters of a link in a mail. */
export interface ResetLink {
  email: string;
  token: string;
}

/** Whether the link is valid; checked once, so that using it does not show it as invalid. */
export const linkQuery = (link: ResetLink) =>
  queryOptions({
    queryKey: ["reset-link", link],
    queryFn: ({ signal }) => call(checkResetLink, { body: link, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { silent: true },
  });

/** The caller shows failures: a link that expired in the meantime shows a page, not a notification. */
export function useResetPassword() {
  return useMutation({
    mutationFn: (form: ResetLink & { password: string }) => call(resetPassword, { body: form }),
    meta: { silent: true },
  });
}
