import { signInByWeChat } from "@tollgate/contract/oauth";
import type { StepUp } from "@tollgate/contract/step-up";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api-client";
import { forgetUserData } from "../../lib/session/forget-user-data";
import { session } from "../../lib/session/session";
import { useSiteInfo } from "../../lib/site-info/site-info";
import { authorizationAddress, type RedirectKind } from "./authorization-address";
import { leavePage } from "./leave-page";

/** Sends the browser to a service to sign in; it comes back at `/oauth/<kind>`. */
export function useLeaveForService() {
  const site = useSiteInfo();
  return useMutation({
    mutationFn: ({ kind, aff = "" }: { kind: RedirectKind; aff?: string }) =>
      authorizationAddress(kind, site, { aff }),
    onSuccess: (address) => {
      if (address !== "") leavePage(address);
    },
  });
}

/** Sends the browser to a service to link an account of it, after step-up authentication. */
export function useLinkElsewhere() {
  const site = useSiteInfo();
  return useMutation({
    mutationFn: ({ kind, stepUp }: { kind: RedirectKind; stepUp: StepUp }) =>
      authorizationAddress(kind, site, { stepUp }),
    onSuccess: leavePage,
    meta: { formErrors: true },
  });
}

/** Signs in with a code of the WeChat account. The dialog shows failures itself. */
export function useWeChatSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (form: { code: string; aff: string }) => call(signInByWeChat, { query: form }),
    onSuccess: (user) => {
      if (!user) return;
      forgetUserData(queryClient);
      session.begin(user);
    },
    meta: { silent: true },
  });
}
