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

/** Services with a redirect; WeChat uses a code instead. */
export type RedirectKind = Exclude<SignInKind, "wechat">;

/** To sign in, with the code of an invitation, or to link an account, with step-up. */
export type Purpose = { aff: string } | { stepUp: StepUp };

/**
 * Authorization address of a service, for sign-in or linking. Its one-time state is bound to this browser.
 * @throws ApiError if the server gives no state; then no one is sent anywhere
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
