import type { SignInKind } from "@tollgate/contract/oauth";
import type { SiteInfo } from "@tollgate/contract/site-info";
import { useSiteInfo } from "../../lib/site-info/site-info";

/** Services that sign people in here, in the order in which they are shown. */
export function offeredKinds(site: SiteInfo): SignInKind[] {
  const offered: Record<SignInKind, boolean> = {
    github: site.github_oauth,
    oidc: site.oidc_auth,
    lark: site.lark_login,
    wechat: site.wechat_login,
  };
  return (Object.keys(offered) as SignInKind[]).filter((kind) => offered[kind]);
}

/** The same for a page that must know whether there is any, for example to draw a line above the buttons. */
export function useOfferedKinds(): SignInKind[] {
  return offeredKinds(useSiteInfo());
}
