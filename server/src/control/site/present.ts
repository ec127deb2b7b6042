import type { Settings } from "@tollgate/contract/settings";
import { mayCarryKey, type SiteInfo, siteInfo } from "@tollgate/contract/site-info";
import { noticeHash } from "../notice-hash.ts";

/** Constant while the process runs. */
export interface ProductInfo {
  version: string;
  /** Epoch seconds. */
  startTime: number;
  /** Sample data and sandbox upstream. */
  demo: boolean;
}

/** Public settings only, each by name; unsupported ones keep the contract's default. */
export function presentSiteInfo(
  settings: Settings,
  product: ProductInfo,
  known: { sendsMail: boolean; telegramBot: string },
): SiteInfo {
  return siteInfo.parse({
    version: product.version,
    start_time: product.startTime,
    notice_hash: noticeHash(settings.Notice),
    // A link in a mail needs the server's address; an account without a password has none to reset.
    password_reset: known.sendsMail && settings.ServerAddress !== "" && settings.PasswordLoginEnabled,
    support_contact: settings.SupportContact,
    demo: product.demo,
    system_name: settings.SystemName,
    logo: settings.Logo,
    footer_html: settings.Footer,
    server_address: settings.ServerAddress,
    quota_per_unit: settings.QuotaPerUnit,
    display_in_currency: settings.DisplayInCurrencyEnabled,
    top_up_link: settings.TopUpLink,
    developer_link: settings.DeveloperLink,
    download_link: settings.DownloadLink,
    PaymentUSDRate: settings.PaymentUSDRate,
    PaymentMinAmount: settings.PaymentMinAmount,
    RechargeDiscount: JSON.stringify(settings.RechargeDiscount),
    // Links that were saved before the rule are not shown.
    ...(settings.ChatLink !== "" && mayCarryKey(settings.ChatLink) && { chat_link: settings.ChatLink }),
    chat_links: JSON.stringify(settings.ChatLinks.filter((link) => mayCarryKey(link.url))),
    password_login: settings.PasswordLoginEnabled,
    passkey_login: settings.PasskeyLoginEnabled,
    register_enabled: settings.RegisterEnabled,
    password_register: settings.PasswordRegisterEnabled,
    email_verification: settings.EmailVerificationEnabled,
    turnstile_check: settings.TurnstileCheckEnabled,
    turnstile_site_key: settings.TurnstileSiteKey,
    turnstile_address: settings.TurnstileCheckEnabled ? settings.TurnstileAddress : "",
    github_oauth: settings.GitHubOAuthEnabled,
    github_client_id: settings.GitHubClientId,
    github_address: settings.GitHubAddress,
    oidc_auth: settings.OIDCAuthEnabled,
    lark_login: settings.LarkAuthEnabled,
    lark_client_id: settings.LarkClientId,
    lark_address: settings.LarkAddress,
    wechat_login: settings.WeChatAuthEnabled,
    wechat_qrcode: settings.WeChatAccountQRCodeImageURL,
    telegram_bot: known.telegramBot,
  });
}
