import type { Settings } from "@tollgate/contract/settings";
import { type SiteInfo, siteInfo } from "@tollgate/contract/site-info";
import type { ProductInfo } from "./service.ts";

/** Public settings only, each by name; what is not built yet keeps the contract's default. */
export function presentSiteInfo(settings: Settings, product: ProductInfo): SiteInfo {
  return siteInfo.parse({
    version: product.version,
    start_time: product.startTime,
    demo: product.demo,
    system_name: settings.SystemName,
    logo: settings.Logo,
    footer_html: settings.Footer,
    server_address: settings.ServerAddress,
    quota_per_unit: settings.QuotaPerUnit,
    display_in_currency: settings.DisplayInCurrencyEnabled,
    top_up_link: settings.TopUpLink,
    chat_links: JSON.stringify(settings.ChatLinks),
    password_login: settings.PasswordLoginEnabled,
  });
}
