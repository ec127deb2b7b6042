import type { SiteInfo } from "@tollgate/contract/site-info";
import type { MailService } from "../mail/service.ts";
import type { SettingsService } from "../settings/service.ts";
import { presentSiteInfo } from "./present.ts";

/** What never changes while the process runs. */
export interface ProductInfo {
  version: string;
  /** Epoch seconds. */
  startTime: number;
  /** Sample data and sandbox upstream (D16). */
  demo: boolean;
}

export interface SiteService {
  info(): SiteInfo;
  notice(): string;
  about(): string;
  homePageContent(): string;
}

export interface SiteDependencies {
  settings: SettingsService;
  mail: MailService;
  product: ProductInfo;
}

export function createSiteService(deps: SiteDependencies): SiteService {
  const { settings, mail, product } = deps;
  return {
    info: () => presentSiteInfo(settings.current(), product, { sendsMail: mail.configured() }),
    notice: () => settings.current().Notice,
    about: () => settings.current().About,
    homePageContent: () => settings.current().HomePageContent,
  };
}
