import {
  beginLink,
  beginOidcLink,
  getOidcAddress,
  getSignInState,
  type SignInKind,
} from "@tollgate/contract/oauth";
import type { StepUp } from "@tollgate/contract/step-up";
import type { SiteInfo } from "@tollgate/contract/site-info";
import { call } from "../../lib/api-client";

/** Services that people are sent to; WeChat gives a code instead. */
export type RedirectKind = Exclude<SignInKind, "wechat">;

/** To sign in, with the code of an invitation, or to link an account, with the owner's stepUp. */
export type Purpose = { aff: string } | { stepUp: StepUp };

/**
 * Where a service asks people whether they want to sign in here, or to link their account there. The one-time state in it is this browser's alone (specification §7).
 * @throws ApiError if the server gives no state; then nobody is sent anywhere
 */
export async function authorizationAddress(
  kind: RedirectKind,
  site: SiteInfo,
  purpose: Purpose,
): Promise<string> {
  if (kind === "oidc")
    return "stepUp" in purpose
      ? call(beginOidcLink, { body: purpose.stepUp })
      : call(getOidcAddress, { query: purpose });
  const state = await ("stepUp" in purpose
    ? call(beginLink, { body: { method: kind, ...purpose.stepUp } })
    : call(getSignInState, { query: { method: kind, ...purpose } }));
  if (kind === "github") {
    const query = new URLSearchParams({ client_id: site.github_client_id, state, scope: "user:email" });
    return `${site.github_address}/login/oauth/authorize?${query.toString()}`;
  }
  const query = new URLSearchParams({
    app_id: site.lark_client_id,
    redirect_uri: `${window.location.origin}/oauth/lark`,
    state,
  });
  return `${site.lark_address}/open-apis/authen/v1/authorize?${query.toString()}`;
}
