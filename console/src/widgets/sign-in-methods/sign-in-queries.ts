import { linkWeChat, signInByWeChat, unlink } from "@tollgate/contract/oauth";
import type { BindingKind } from "@tollgate/contract/users";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api-client";
import { forgetUserData } from "../../lib/session/forget-user-data";
import { selfQuery } from "../../lib/session/self-query";
import { session } from "../../lib/session/session";
import { useSiteInfo } from "../../lib/site-info/site-info";
import { authorizationAddress, type RedirectKind } from "./authorization-address";
import { leavePage } from "./leave-page";

/** Sends the browser to a service; it comes back at `/oauth/<kind>`. */
export function useLeaveForService() {
  const site = useSiteInfo();
  return useMutation({
    mutationFn: ({ kind, aff = "" }: { kind: RedirectKind; aff?: string }) =>
      authorizationAddress(kind, site, aff),
    onSuccess: (address) => {
      if (address !== "") leavePage(address);
    },
  });
}

/** Signs in with a code of the WeChat account. The dialog tells failures itself. */
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

/** Links the WeChat account that gave a code. */
export function useLinkWeChat() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (form: { code: string }) => call(linkWeChat, { query: form }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: selfQuery.queryKey }),
    meta: { silent: true },
  });
}

export function useUnlink() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (type: BindingKind) => call(unlink, { body: { type } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: selfQuery.queryKey }),
  });
}
