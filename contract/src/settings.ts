import * as z from "zod";
import { limits } from "./limits.ts";
import { defaultQuotaPerUnit } from "./quota.ts";
import {
  chatAddress,
  contactAddress,
  isChatAddress,
  linkAddress,
  originAddress,
  serviceAddress,
} from "./setting-addresses.ts";
import { type SettingDefinition, type SettingSection, settingsOf } from "./setting-definition.ts";
import { chatLink, chatLinkId, withLinkIds } from "./site-info.ts";
import { topUpDiscounts } from "./top-up.ts";

const root = { root: true };
const seconds = { unit: "seconds" } as const;
const markup = z.string().max(200_000);

const general = settingsOf("general");
const quota = settingsOf("quota");
const topUps = settingsOf("top_ups");
const invitations = settingsOf("invitations");
const retries = settingsOf("retries");
const timeouts = settingsOf("timeouts", seconds);
const monitoring = settingsOf("monitoring");
const cache = settingsOf("cache");
const tasks = settingsOf("tasks");
const logs = settingsOf("logs");
const address = settingsOf("address", root);
const login = settingsOf("login", root);
const emailDomains = settingsOf("email_domains", root);
const smtp = settingsOf("smtp", root);
const github = settingsOf("github", root);
const wechat = settingsOf("wechat", root);
const lark = settingsOf("lark", root);
const oidc = settingsOf("oidc", root);
const turnstile = settingsOf("turnstile", root);
const telegram = settingsOf("telegram", root);
const brand = settingsOf("brand");

const botToken = z
  .string()
  .trim()
  .refine((text) => /^(?:\d{3,20}:[\w-]{20,100})?$/.test(text), {
    params: { code: "setting.bad_bot_token" },
    message: "A bot token looks like 123456789:AAE….",
  });

/** Telegram takes letters, digits, `_` and `-`. */
const webhookSecret = z
  .string()
  .trim()
  .refine((text) => /^(?:[\w-]{16,256})?$/.test(text), {
    params: { code: "setting.bad_webhook_secret" },
    message: "16 to 256 letters a–z, digits, underscores and hyphens.",
  });

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(?:[a-z0-9\u0080-\uffff](?:[a-z0-9\u0080-\uffff-]{0,62})\.)+[a-z0-9\u0080-\uffff-]{2,63}$/)
  .max(253);

const chatLinkForm = chatLink.extend({
  id: chatLinkId.default(""),
  name: z.string().trim().min(1).max(60),
  url: z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .refine(isChatAddress, {
      params: { code: "setting.bad_chat_address" },
      message: "An address of the web or of an app, such as https://… or opencat://….",
    }),
  // The family's form sends what was typed.
  sort: z.coerce.number().int().min(-1_000_000).max(1_000_000),
});

/**
 * Every setting: key of the family, section of the settings screen, schema, and the value in force when nothing is stored.
 * Values are stored as JSON text. Who reads each is listed in docs/operate/settings.md.
 */
export const settings = {
  TopUpLink: general.address("", linkAddress),
  /** Where users reach the operator: shown to those without balance, or without a way to reset their password. */
  SupportContact: general.address("", contactAddress),
  /** Links of the top bar; empty hides them. */
  DeveloperLink: general.address("/api/reference", linkAddress),
  DownloadLink: general.address("", linkAddress),

  QuotaPerUnit: quota.number(defaultQuotaPerUnit, { min: 0.000_001, max: 1_000_000_000_000, whole: false }),
  DisplayInCurrencyEnabled: quota.toggle(true),
  /** Answers of the relay carry `x-tollgate-cost`, `x-tollgate-overhead-ms` and `x-tollgate-attempts`. */
  AnswerHeadersEnabled: quota.toggle(true),
  QuotaForNewUser: quota.amount(0),
  /** Added to the estimate of a call that names no output limit. */
  PreConsumedQuota: quota.amount(500),
  /** Default balance below which users get a reminder. */
  QuotaRemindThreshold: quota.amount(500_000),

  /** Yuan per dollar, for gateways in CNY without a rate of their own. */
  PaymentUSDRate: topUps.number(7.3, { min: 0.01, max: 1000, whole: false }),
  /** Least whole dollars of a top-up. */
  PaymentMinAmount: topUps.number(1, { min: 1, max: limits.topUpMax }),
  /** Whole dollars → factor of the price; they are also the quick choices of the top-up screen. */
  RechargeDiscount: topUps.other("discounts", topUpDiscounts, {}),
  /** An unpaid order is closed after this time, once its gateway was queried. */
  OrderExpiryMinutes: topUps.number(60, { min: 5, max: 1440 }, { unit: "minutes" }),

  /** Rewards for an invitation: of the inviter and of the invited user when the account is created. */
  QuotaForInviter: invitations.amount(0),
  QuotaForInvitee: invitations.amount(0),
  /** Rewards of the inviter for the first paid top-up: a fixed amount and a percentage, together up to the maximum. */
  InviteTopUpReward: invitations.amount(0),
  InviteTopUpPercent: invitations.number(0, { min: 0, max: 100, whole: false }),
  /** 0: no maximum. */
  InviteTopUpRewardMax: invitations.amount(0),
  /** Days until a reward of an inviter is paid. */
  InviteVestingDays: invitations.number(7, { min: 0, max: 365 }, { unit: "days" }),
  /** Rewards of one inviter within 24 hours and within 30 days; 0: no limit. */
  InviteRewardsPerDay: invitations.number(0, { min: 0, max: 1_000_000 }),
  InviteRewardsPerMonth: invitations.number(0, { min: 0, max: 1_000_000 }),

  RetryTimes: retries.number(2, { min: 0, max: 10 }),
  RetryCooldownSeconds: retries.number(5, { min: 0, max: 86_400 }, seconds),
  /** Seconds after which a failed answer is not retried. */
  RetryTimeOut: retries.number(10, { min: 0, max: 3600 }, seconds),

  ConnectTimeoutSeconds: timeouts.number(5, { min: 1, max: 600 }),
  FirstByteTimeoutSeconds: timeouts.number(120, { min: 1, max: 3600 }),
  IdleTimeoutSeconds: timeouts.number(300, { min: 1, max: 3600 }),
  TotalTimeoutSeconds: timeouts.number(1800, { min: 1, max: 86_400 }),

  AutomaticDisableChannelEnabled: monitoring.toggle(true),
  /** Additional parts of an upstream's error that disable its channel; case-insensitive. */
  DisableChannelKeywords: monitoring.other(
    "phrases",
    z.array(z.string().trim().min(3).max(200)).max(100),
    [],
  ),
  AutomaticEnableChannelEnabled: monitoring.toggle(true),
  /** Maximum response time of a channel test; 0 for none. */
  ChannelDisableThreshold: monitoring.number(0, { min: 0, max: 3600, whole: false }, seconds),
  /** Time between two tests of the automatically disabled channels; 0 for none. */
  AutomaticTestChannels: monitoring.number(10, { min: 0, max: 43_200 }, { unit: "minutes" }),
  /** The scheduled test takes the enabled channels, too. */
  AutomaticTestEnabledChannels: monitoring.toggle(false),
  /** Every hour the enabled channels' balances are fetched, where the provider has a balance API. */
  AutomaticUpdateChannelBalances: monitoring.toggle(false),
  /** Dollars below which the balance of a channel is reported; 0 for none. */
  ChannelBalanceThreshold: monitoring.number(0, { min: 0, max: 1_000_000, whole: false }),
  /** Every day the models of enabled channels are compared with the upstream's list. Nothing is removed. */
  AutomaticModelChecks: monitoring.toggle(false),
  /** Address of the daily check for a new Tollgate release; empty: no check. */
  ReleasesAddress: monitoring.address("", serviceAddress, root),

  /** Response cache for tokens that enable it. */
  ChatCacheEnabled: cache.toggle(true),
  ChatCacheExpireMinute: cache.number(5, { min: 1, max: 43_200 }, { unit: "minutes" }),

  /** A task that has not ended after so long fails, and its quota is released. */
  TaskExpiryMinutes: tasks.number(1440, { min: 5, max: 43_200 }, { unit: "minutes" }),
  MidjourneyExpiryMinutes: tasks.number(60, { min: 5, max: 43_200 }, { unit: "minutes" }),
  /** Callers may name an address (`notifyHook`, `callback_url`) to which the end of a task is reported. */
  MjNotifyEnabled: tasks.toggle(false),
  /** Finished tasks are deleted after so many days; 0: never. */
  TaskRetentionDays: tasks.number(90, { min: 0, max: 3650 }, { unit: "days" }),

  /** Log rows older than so many days are deleted by a job. Charges, balances and statistics do not need them. */
  LogAutoDeleteEnabled: logs.toggle(false),
  LogAutoDeleteDays: logs.number(30, { min: 1, max: 3650 }, { unit: "days" }),
  /** Roll-ups of dashboards and analytics, which the log's own retention leaves alone. */
  FiguresRetentionDays: logs.number(400, { min: 31, max: 3650 }, { unit: "days" }),
  /** Administrators may capture bodies, too, and not only super administrators. */
  CaptureByAdmins: logs.toggle(false, { root: true }),
  CaptureRetentionDays: logs.number(7, { min: 1, max: 90 }, { unit: "days", root: true }),

  ServerAddress: address.address("", originAddress),
  /** Security contact in /.well-known/security.txt; empty: no such file. */
  SecurityContact: address.address("", contactAddress),

  PasswordLoginEnabled: login.toggle(true),
  PasskeyLoginEnabled: login.toggle(true),
  /** Whether anyone may create an account, by any method. */
  RegisterEnabled: login.toggle(true),
  PasswordRegisterEnabled: login.toggle(true),
  /** Registration requires a code sent by mail. */
  EmailVerificationEnabled: login.toggle(false),
  /** Administrators must have two-factor authentication before they can use their rights. */
  AdminSecondFactorRequired: login.toggle(false),

  EmailDomainRestrictionEnabled: emailDomains.toggle(false),
  EmailDomainWhitelist: emailDomains.other("words", z.array(domain).max(500), [
    "gmail.com",
    "163.com",
    "126.com",
    "qq.com",
    "outlook.com",
    "hotmail.com",
    "icloud.com",
    "yahoo.com",
    "foxmail.com",
  ]),

  SMTPServer: smtp.line(""),
  /** 465: TLS from the first byte; 587: STARTTLS required; others: STARTTLS where offered. */
  SMTPPort: smtp.number(587, { min: 1, max: 65_535 }),
  SMTPAccount: smtp.line(""),
  /** Empty: the account is the sender. */
  SMTPFrom: smtp.line(""),
  SMTPToken: smtp.line("", { secret: true }),

  GitHubOAuthEnabled: github.toggle(false),
  GitHubClientId: github.line(""),
  GitHubClientSecret: github.line("", { secret: true }),
  /** Users are matched by GitHub's numeric id alone, no longer by an old login name. */
  GitHubOldIdCloseEnabled: github.toggle(true),
  /** For GitHub Enterprise and tests: where people authorize, and the API. */
  GitHubAddress: github.address("https://github.com", serviceAddress),
  GitHubApiAddress: github.address("https://api.github.com", serviceAddress),

  WeChatAuthEnabled: wechat.toggle(false),
  WeChatServerAddress: wechat.address("", serviceAddress),
  WeChatServerToken: wechat.line("", { secret: true }),
  WeChatAccountQRCodeImageURL: wechat.address("", linkAddress),

  LarkAuthEnabled: lark.toggle(false),
  LarkClientId: lark.line(""),
  LarkClientSecret: lark.line("", { secret: true }),
  /** Feishu's address, or Lark's outside of China (https://open.larksuite.com). */
  LarkAddress: lark.address("https://open.feishu.cn", serviceAddress),

  OIDCAuthEnabled: oidc.toggle(false),
  OIDCIssuer: oidc.address("", serviceAddress),
  OIDCClientId: oidc.line(""),
  OIDCClientSecret: oidc.line("", { secret: true }),
  OIDCScopes: oidc.line("openid,email,profile"),
  /** Claim that becomes the name of a new account. */
  OIDCUsernameClaims: oidc.line("preferred_username"),

  TurnstileCheckEnabled: turnstile.toggle(false),
  TurnstileSiteKey: turnstile.line(""),
  TurnstileSecretKey: turnstile.line("", { secret: true }),
  TurnstileAddress: turnstile.address("https://challenges.cloudflare.com", serviceAddress),

  /** From @BotFather. Empty: there is no bot. */
  TelegramBotToken: telegram.other("line", botToken, "", { secret: true }),
  /** Set: Telegram calls a webhook and shows this secret. Empty: the server polls. */
  TelegramWebhookSecret: telegram.other("line", webhookSecret, "", { secret: true }),
  /** For a Bot API server of one's own and tests. */
  TelegramApiAddress: telegram.address("https://api.telegram.org", serviceAddress),

  Notice: settingsOf("announcement").other("markup", markup, ""),
  SystemName: brand.other("line", z.string().trim().min(1).max(60), "Tollgate"),
  Logo: brand.address("", linkAddress),
  HomePageContent: settingsOf("home").other("markup", markup, ""),
  About: settingsOf("about").other("markup", markup, ""),
  Footer: settingsOf("footer").other("markup", markup, ""),

  /** The three default chat links. Their addresses keep the key from other servers: behind `#`, or in an app. */
  ChatLinks: settingsOf("chat_links").other(
    "chat_links",
    z.array(chatLinkForm).max(50).transform(withLinkIds),
    [
      {
        id: "1",
        name: "Chat",
        url: 'https://app.nextchat.dev/#/?settings={"key":"{key}","url":"{server}"}',
        show: true,
        sort: 1,
      },
      {
        id: "2",
        name: "ML Model Chat",
        url: "ama://set-api-key?server={server}&key={key}",
        show: true,
        sort: 2,
      },
      {
        id: "3",
        name: "Agent Beta",
        url: "opencat://team/join?domain={server}&token={key}",
        show: true,
        sort: 3,
      },
    ],
  ),
  /** `chat_link` of the site info: the one link that older clients use; the console offers it where the list shows none. */
  ChatLink: settingsOf("chat_links").address("", chatAddress),
} as const;

export type SettingKey = keyof typeof settings;
export type Settings = { -readonly [K in SettingKey]: z.output<(typeof settings)[K]["schema"]> };

export const settingKeys = Object.keys(settings) as SettingKey[];

/** The definition of a key, without its own type. */
export function settingDefinition(key: SettingKey): SettingDefinition {
  return settings[key];
}

/** True if a name from outside is the key of a setting. */
export function isSettingKey(name: string): name is SettingKey {
  return Object.hasOwn(settings, name);
}

/** Keys of a section, in the order in which they are shown. */
export function keysOfSection(section: SettingSection): SettingKey[] {
  return settingKeys.filter((key) => settings[key].section === section);
}

/** Stored rows → typed settings. A row that no longer fits its schema gives the fallback; unknown rows are ignored. */
export function readSettings(rows: Iterable<{ key: string; value: string }>): Settings {
  const values: Record<string, unknown> = {};
  for (const key of settingKeys) values[key] = settings[key].fallback;
  for (const row of rows) {
    if (!isSettingKey(row.key)) continue;
    const parsed = settings[row.key].schema.safeParse(parseJson(row.value));
    if (parsed.success) values[row.key] = parsed.data;
  }
  return values as Settings;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
