import type { SiteInfo } from "@tollgate/contract/site-info";
import type { MailService } from "../mail/service.ts";
import type { SettingsService } from "../settings/service.ts";
import type { TelegramService } from "../telegram/service.ts";
import { presentSiteInfo, type ProductInfo } from "./present.ts";

export interface SiteService {
  info(): SiteInfo;
  notice(): string;
  about(): string;
  homePageContent(): string;
}

export interface SiteDependencies {
  settings: SettingsService;
  mail: MailService;
  telegram: Pick<TelegramService, "botName">;
  product: ProductInfo;
}

export function createSiteService(deps: SiteDependencies): SiteService {
  const { settings, mail, product, telegram } = deps;
  return {
    info: () =>
      presentSiteInfo(settings.current(), product, {
        sendsMail: mail.configured(),
        telegramBot: telegram.botName(),
      }),
    notice: () => settings.current().Notice,
    about: () => settings.current().About,
    homePageContent: () => settings.current().HomePageContent,
  };
}
