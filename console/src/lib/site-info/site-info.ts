import { type QuotaFormat } from "@tollgate/contract/quota";
import { siteDefaults, statusAddress } from "@tollgate/contract/site-defaults";
import type { SiteInfo } from "@tollgate/contract/site-info";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { createContext, useContext, useMemo } from "react";
import { callAddress } from "../api-client";
import { localStore } from "../local-store";
import { readSiteInfo } from "./read-site-info";

/** Placeholder version of a build that has none. */
export const unknownVersion = "v0.0.0";

/**
 * Site info cached by an earlier visit; the defaults where there is none or it no longer fits. The demo flag comes with
 * the page itself, so that nothing shifts when the rest arrives.
 */
export function cachedSiteInfo(): SiteInfo {
  const stored = readSiteInfo(localStore.readJson("siteInfo"));
  const demo = "demo" in document.documentElement.dataset;
  return stored.success ? stored.data : { ...siteDefaults, demo };
}

function remember(info: SiteInfo): void {
  localStore.writeJson("siteInfo", info);
  localStore.write("quota_per_unit", String(info.quota_per_unit));
  localStore.write("display_in_currency", String(info.display_in_currency));
}

/** The shell reports failures (unreachable server); the cached info stays in use. */
export const siteInfoQuery = queryOptions({
  queryKey: ["site-info"],
  queryFn: async ({ signal }) => {
    const info = await callAddress(statusAddress, readSiteInfo, { signal });
    remember(info);
    return info;
  },
  staleTime: 5 * 60_000,
  meta: { silent: true },
});

/** Site info in force: the server's, or the cached until it came. `isLoading` until the first answer or failure. */
export function useSiteInfo(): SiteInfo & { isLoading: boolean } {
  const { data, isPending } = useQuery(siteInfoQuery);
  return useMemo(() => ({ ...(data ?? cachedSiteInfo()), isLoading: isPending }), [data, isPending]);
}

/** Provided once for all pages: lists have hundreds of amounts, and each would watch the site info separately. */
export const QuotaFormatContext = createContext<QuotaFormat>({
  quotaPerUnit: siteDefaults.quota_per_unit,
  displayInCurrency: siteDefaults.display_in_currency,
});

/** How quota is shown on this site, for `formatQuota` of the contract. */
export function useQuotaFormat(): QuotaFormat {
  return useContext(QuotaFormatContext);
}

/** The same from the site info, for the provider. */
export function useSiteQuotaFormat(): QuotaFormat {
  const { quota_per_unit, display_in_currency } = useSiteInfo();
  return useMemo(
    () => ({ quotaPerUnit: quota_per_unit, displayInCurrency: display_in_currency }),
    [quota_per_unit, display_in_currency],
  );
}
