import * as z from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { defaultQuotaPerUnit } from "./quota.ts";

/** One API clients distinguish links by it. */
export const chatLinkId = z.union([z.string().max(60), z.number().int().transform(String)]);

export const chatLink = z.object({
  /** Left out: the server gives one when the links are saved. */
  id: chatLinkId.optional(),
  name: z.string().min(1),
  url: z.string().min(1),
  show: z.boolean(),
  sort: z.number().int(),
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
    version: z.string().default("v0.0.0"),
    start_time: z.number().int().default(0),
    system_name: z.string().default("Tollgate"),
    logo: z.string().default(""),
    footer_html: z.string().default(""),
    server_address: z.string().default(""),
    quota_per_unit: z.number().positive().default(defaultQuotaPerUnit),
    display_in_currency: z.boolean().default(true),
    email_verification: z.boolean().default(false),
    github_oauth: z.boolean().default(false),
    github_client_id: z.string().default(""),
    github_address: z
      .string()
      .default("https://github.com")
      .describe("Where people authorize: GitHub's address or an enterprise server's; Feishu's or Lark's."),
    oidc_auth: z.boolean().default(false),
    lark_login: z.boolean().default(false),
    lark_client_id: z.string().default(""),
    lark_address: z.string().default("https://open.feishu.cn"),
    wechat_login: z.boolean().default(false),
    wechat_qrcode: z.string().default(""),
    turnstile_check: z.boolean().default(false),
    turnstile_site_key: z.string().default(""),
    turnstile_address: z
      .string()
      .default("")
      .describe("Where the widget's script comes from; empty if it is disabled."),
    telegram_bot: z.string().default(""),
    top_up_link: z.string().default(""),
    developer_link: z.string().default("").describe("Link of the top bar; empty: hidden."),
    download_link: z.string().default(""),
    PaymentUSDRate: z
      .number()
      .default(7.3)
      .describe("Yuan per dollar, for gateways in CNY without a rate of their own."),
    PaymentMinAmount: z.number().int().default(1).describe("Smallest top-up in dollars."),
    RechargeDiscount: z
      .string()
      .default("{}")
      .describe('JSON object, as text, of top-up amount to share of the price: `{"100":0.9}`.'),
    chat_link: z.string().optional().describe("Left out when empty."),
    chat_links: z.string().default("[]").describe("JSON array of chat links, as text."),
    password_login: z.boolean().default(true),
    passkey_login: z.boolean().default(false),
    register_enabled: z.boolean().default(false),
    password_register: z
      .boolean()
      .default(true)
      .describe("Whether the register page has a form, beside the services that make accounts."),
    notice_hash: z
      .string()
      .default("")
      .describe("Changes with the announcement, so that each is shown once; empty while there is none."),
    password_reset: z
      .boolean()
      .default(false)
      .describe(
        "A forgotten password can be reset by a mail: a mail server and this server's own address are set.",
      ),
    support_contact: z
      .string()
      .default("")
      .describe("Where users reach the operator, an email address or a page; empty where none is set."),
    demo: z.boolean().default(false).describe("The site has sample data and a sandbox upstream."),
  })
  .meta({ id: "SiteInfo", description: "Name, version and public switches of the site." });
export type SiteInfo = z.infer<typeof siteInfo>;

export const getStatus = defineEndpoint({
  method: "GET",
  path: "/api/status",
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
  method: "GET",
  path: "/api/home_page_content",
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
