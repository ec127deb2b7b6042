import { getOidcAddress, getSignInState, type SignInKind } from "@tollgate/contract/oauth";
import type { SiteInfo } from "@tollgate/contract/site-info";
import { call } from "../../lib/api-client";

/** Services that people are sent to; WeChat gives a code instead. */
export type RedirectKind = Exclude<SignInKind, "wechat">;

/**
 * Where a service asks people whether they want to sign in here. The one-time state in it is this browser's alone (specification §7).
 * @throws ApiError if the server gives no state; then nobody is sent anywhere
 */
export async function authorizationAddress(kind: RedirectKind, site: SiteInfo, aff: string): Promise<string> {
  if (kind === "oidc") return call(getOidcAddress, { query: { aff } });
  const state = await call(getSignInState, { query: { method: kind, aff } });
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
