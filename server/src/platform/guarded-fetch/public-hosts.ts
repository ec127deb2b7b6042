import { isIP } from "node:net";
import type { AddressRules } from "./address-rules.ts";
import { type Resolve, resolveByDns } from "./guarded-fetch.ts";

/** True if the host of an address is public now, or exempt: every address of its name is. */
export type PublicHostCheck = (url: string) => Promise<boolean>;

/**
 * For addresses that are entered today and called later: reports the mistake early. `createConnectGuard` checks again
 * at each connection, since the name may resolve differently by then.
 */
export function createPublicHostCheck(rules: AddressRules, resolve: Resolve = resolveByDns): PublicHostCheck {
  return async (url) => {
    const host = URL.parse(url)?.hostname.replace(/^\[|\]$/g, "");
    if (host === undefined || host === "") return false;
    const found = isIP(host) ? [host] : await resolve(host).catch(() => []);
    return found.length > 0 && found.every((address) => rules.mayReach(address));
  };
}
