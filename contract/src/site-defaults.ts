import { defaultQuotaPerUnit } from "./quota.ts";

/**
 * Site info of a server that has set nothing: the defaults of the schema `siteInfo`, apart from it, because the console's
 * first page has no schemas.
 */
export const siteDefaults = {
  version: "v0.0.0",
  start_time: 0,
  system_name: "Tollgate",
  logo: "",
  footer_html: "",
  server_address: "",
  quota_per_unit: defaultQuotaPerUnit,
  display_in_currency: true,
  email_verification: false,
  github_oauth: false,
  github_client_id: "",
  github_address: "https://github.com",
  oidc_auth: false,
  lark_login: false,
  lark_client_id: "",
  lark_address: "https://open.feishu.cn",
  wechat_login: false,
  wechat_qrcode: "",
  turnstile_check: false,
  turnstile_site_key: "",
  turnstile_address: "",
  telegram_bot: "",
  top_up_link: "",
  developer_link: "",
  download_link: "",
  PaymentUSDRate: 7.3,
  PaymentMinAmount: 1,
  RechargeDiscount: "{}",
  chat_links: "[]",
  password_login: true,
  passkey_login: false,
  register_enabled: false,
  password_register: true,
  notice_hash: "",
  password_reset: false,
  support_contact: "",
  demo: false,
};

/** Where site info is; the console's first page requests it without the endpoint. */
export const statusAddress = { method: "GET", path: "/api/status" } as const;

/** Where the home page's content is; requested without the endpoint, too. */
export const homeContentAddress = { method: "GET", path: "/api/home_page_content" } as const;

/** Where the models are that a caller may use; the home page requests it without the endpoint. */
export const availableModelsAddress = { method: "GET", path: "/api/available_model" } as const;
