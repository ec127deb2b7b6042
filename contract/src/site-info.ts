import * as z from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { homeContentAddress, siteDefaults, statusAddress } from "./site-defaults.ts";

/** One API clients distinguish links by it. */
export const chatLinkId = z.union([z.string().max(60), z.int().transform(String)]);

export const chatLink = z.object({
  /** Left out: the server gives one when the links are saved. */
  id: chatLinkId.optional(),
  name: z.string().min(1),
  url: z.string().min(1),
  show: z.boolean(),
  sort: z.int(),
});
export type ChatLink = z.infer<typeof chatLink>;

/** The links, each with an id of its own: what has none, or one that an earlier link has, gets the lowest number that is free. */
export function withLinkIds<Link extends { id: string }>(links: readonly Link[]): Link[] {
  const taken = new Set(links.map((link) => link.id));
  const seen = new Set<string>();
  let next = 1;
  return links.map((link) => {
    let { id } = link;
    if (id === "" || seen.has(id)) {
      while (taken.has(String(next))) next += 1;
      id = String(next);
      taken.add(id);
    }
    seen.add(id);
    return { ...link, id };
  });
}

/** Site info with One API's fields, plus what the shell needs (`demo`, `notice_hash`). */
export const siteInfo = z
  .object({
    version: z.string().default(siteDefaults.version),
    start_time: z.int().default(siteDefaults.start_time),
    system_name: z.string().default(siteDefaults.system_name),
    logo: z.string().default(siteDefaults.logo),
    footer_html: z.string().default(siteDefaults.footer_html),
    server_address: z.string().default(siteDefaults.server_address),
    quota_per_unit: z.number().positive().default(siteDefaults.quota_per_unit),
    display_in_currency: z.boolean().default(siteDefaults.display_in_currency),
    email_verification: z.boolean().default(siteDefaults.email_verification),
    github_oauth: z.boolean().default(siteDefaults.github_oauth),
    github_client_id: z.string().default(siteDefaults.github_client_id),
    github_address: z
      .string()
      .default(siteDefaults.github_address)
      .describe("Where people authorize: GitHub's address or an enterprise server's; Feishu's or Lark's."),
    oidc_auth: z.boolean().default(siteDefaults.oidc_auth),
    lark_login: z.boolean().default(siteDefaults.lark_login),
    lark_client_id: z.string().default(siteDefaults.lark_client_id),
    lark_address: z.string().default(siteDefaults.lark_address),
    wechat_login: z.boolean().default(siteDefaults.wechat_login),
    wechat_qrcode: z.string().default(siteDefaults.wechat_qrcode),
    turnstile_check: z.boolean().default(siteDefaults.turnstile_check),
    turnstile_site_key: z.string().default(siteDefaults.turnstile_site_key),
    turnstile_address: z
      .string()
      .default(siteDefaults.turnstile_address)
      .describe("Where the widget's script comes from; empty if it is disabled."),
    telegram_bot: z.string().default(siteDefaults.telegram_bot),
    top_up_link: z.string().default(siteDefaults.top_up_link),
    developer_link: z
      .string()
      .default(siteDefaults.developer_link)
      .describe("Link of the top bar; empty: hidden."),
    download_link: z.string().default(siteDefaults.download_link),
    PaymentUSDRate: z
      .number()
      .default(siteDefaults.PaymentUSDRate)
      .describe("Yuan per dollar, for gateways in CNY without a rate of their own."),
    PaymentMinAmount: z.int().default(siteDefaults.PaymentMinAmount).describe("Smallest top-up in dollars."),
    RechargeDiscount: z
      .string()
      .default(siteDefaults.RechargeDiscount)
      .describe('JSON object, as text, of top-up amount to share of the price: `{"100":0.9}`.'),
    chat_link: z.string().optional().describe("Left out when empty."),
    chat_links: z.string().default(siteDefaults.chat_links).describe("JSON array of chat links, as text."),
    password_login: z.boolean().default(siteDefaults.password_login),
    passkey_login: z.boolean().default(siteDefaults.passkey_login),
    register_enabled: z.boolean().default(siteDefaults.register_enabled),
    password_register: z
      .boolean()
      .default(siteDefaults.password_register)
      .describe("Whether the register page has a form, beside the services that make accounts."),
    notice_hash: z
      .string()
      .default(siteDefaults.notice_hash)
      .describe("Changes with the announcement, so that each is shown once; empty while there is none."),
    password_reset: z
      .boolean()
      .default(siteDefaults.password_reset)
      .describe(
        "A forgotten password can be reset by a mail: a mail server and this server's own address are set.",
      ),
    support_contact: z
      .string()
      .default(siteDefaults.support_contact)
      .describe("Where users reach the operator, an email address or a page; empty where none is set."),
    demo: z.boolean().default(siteDefaults.demo).describe("The site has sample data and a sandbox upstream."),
  })
  .meta({ id: "SiteInfo", description: "Name, version and public switches of the site." });
export type SiteInfo = z.infer<typeof siteInfo>;

export const getStatus = defineEndpoint({
  ...statusAddress,
  access: "public",
  summary: "Site info",
  data: siteInfo,
});

export const getNotice = defineEndpoint({
  method: "GET",
  path: "/api/notice",
  access: "public",
  summary: "Announcement text",
  data: z.string(),
});

export const getAbout = defineEndpoint({
  method: "GET",
  path: "/api/about",
  access: "public",
  summary: "About page content",
  data: z.string(),
});

export const getHomePageContent = defineEndpoint({
  ...homeContentAddress,
  access: "public",
  summary: "Home page content",
  data: z.string(),
});

/** Apps on the user's own machine that the default links open; a key for them crosses no network. */
const chatApps = /^(?:ama|opencat):\/\//i;

/** True if a chat link's URL hands the user's key over, so that one must be chosen first. */
export function carriesKey(url: string): boolean {
  return url.includes("{key}");
}

/** False for a URL that would hand a key over in clear or to an unknown program. */
export function mayCarryKey(url: string): boolean {
  return !carriesKey(url) || /^https:\/\/[^\s/?#\\@{]+(?:[/?#]|$)/i.test(url) || chatApps.test(url);
}

/** `{key}` and `{server}` of a chat link's URL, URI-encoded; links are shown by `sort` descending. */
export function fillChatLink(url: string, values: { key: string; server: string }): string {
  return url
    .replaceAll("{key}", encodeURIComponent(values.key))
    .replaceAll("{server}", encodeURIComponent(values.server));
}
