import * as z from "zod";
import { chatLink } from "./site-info.ts";
import { defaultQuotaPerUnit } from "./quota.ts";

interface SettingDefinition<T extends z.ZodType> {
  schema: T;
  fallback: z.output<T>;
  /** Stored encrypted and never answered. */
  secret?: boolean;
  /** Only the super administrator may change it (D10). */
  root?: boolean;
}

function setting<T extends z.ZodType>(definition: SettingDefinition<T>): SettingDefinition<T> {
  return definition;
}

const text = z.string().max(200_000);
/** A line of text, empty for none. */
const line = z.string().trim().max(500);
const whole = z.number().int().min(0);

/**
 * Every setting: key of the family, schema, value in force when nothing is stored. Values are stored as JSON text.
 * Comments say who reads it where the name does not.
 */
export const settings = {
  SystemName: setting({ schema: z.string().trim().min(1).max(60), fallback: "Tollgate" }),
  Logo: setting({ schema: z.string().max(2000), fallback: "" }),
  Footer: setting({ schema: text, fallback: "" }),
  Notice: setting({ schema: text, fallback: "" }),
  About: setting({ schema: text, fallback: "" }),
  HomePageContent: setting({ schema: text, fallback: "" }),
  ServerAddress: setting({ schema: z.string().max(500), fallback: "", root: true }),
  TopUpLink: setting({ schema: z.string().max(2000), fallback: "" }),
  ChatLinks: setting({ schema: z.array(chatLink).max(50), fallback: [] }),
  PasswordLoginEnabled: setting({ schema: z.boolean(), fallback: true, root: true }),
  /** Whether anybody may make an account, by whatever method. */
  RegisterEnabled: setting({ schema: z.boolean(), fallback: true, root: true }),
  PasswordRegisterEnabled: setting({ schema: z.boolean(), fallback: true, root: true }),
  /** Registering asks for a code sent by mail. */
  EmailVerificationEnabled: setting({ schema: z.boolean(), fallback: false, root: true }),
  EmailDomainRestrictionEnabled: setting({ schema: z.boolean(), fallback: false, root: true }),
  EmailDomainWhitelist: setting({
    schema: z.array(z.string().trim().toLowerCase().min(1).max(253)).max(500),
    fallback: [
      "gmail.com",
      "163.com",
      "126.com",
      "qq.com",
      "outlook.com",
      "hotmail.com",
      "icloud.com",
      "yahoo.com",
      "foxmail.com",
    ],
    root: true,
  }),
  /** Administrators must have a second factor before they can use their rights. */
  AdminSecondFactorRequired: setting({ schema: z.boolean(), fallback: false, root: true }),
  PasskeyLoginEnabled: setting({ schema: z.boolean(), fallback: true, root: true }),
  GitHubOAuthEnabled: setting({ schema: z.boolean(), fallback: false, root: true }),
  GitHubClientId: setting({ schema: line, fallback: "", root: true }),
  GitHubClientSecret: setting({ schema: line, fallback: "", secret: true, root: true }),
  /** Users are matched by GitHub's numeric id alone, no longer by an old login name. */
  GitHubOldIdCloseEnabled: setting({ schema: z.boolean(), fallback: true, root: true }),
  /** For GitHub Enterprise and tests: where people authorize, and the API. */
  GitHubAddress: setting({ schema: line, fallback: "https://github.com", root: true }),
  GitHubApiAddress: setting({ schema: line, fallback: "https://api.github.com", root: true }),
  WeChatAuthEnabled: setting({ schema: z.boolean(), fallback: false, root: true }),
  WeChatServerAddress: setting({ schema: line, fallback: "", root: true }),
  WeChatServerToken: setting({ schema: line, fallback: "", secret: true, root: true }),
  WeChatAccountQRCodeImageURL: setting({ schema: z.string().trim().max(2000), fallback: "", root: true }),
  LarkAuthEnabled: setting({ schema: z.boolean(), fallback: false, root: true }),
  LarkClientId: setting({ schema: line, fallback: "", root: true }),
  LarkClientSecret: setting({ schema: line, fallback: "", secret: true, root: true }),
  /** Feishu's address, or Lark's outside of China (https://open.larksuite.com). */
  LarkAddress: setting({ schema: line, fallback: "https://open.feishu.cn", root: true }),
  OIDCAuthEnabled: setting({ schema: z.boolean(), fallback: false, root: true }),
  OIDCClientId: setting({ schema: line, fallback: "", root: true }),
  OIDCClientSecret: setting({ schema: line, fallback: "", secret: true, root: true }),
  OIDCIssuer: setting({ schema: line, fallback: "", root: true }),
  OIDCScopes: setting({ schema: line, fallback: "openid,email,profile", root: true }),
  /** Claim that becomes the name of a new account. */
  OIDCUsernameClaims: setting({ schema: line, fallback: "preferred_username", root: true }),
  TurnstileCheckEnabled: setting({ schema: z.boolean(), fallback: false, root: true }),
  TurnstileSiteKey: setting({ schema: line, fallback: "", root: true }),
  TurnstileSecretKey: setting({ schema: line, fallback: "", secret: true, root: true }),
  TurnstileAddress: setting({ schema: line, fallback: "https://challenges.cloudflare.com", root: true }),
  SMTPServer: setting({ schema: line, fallback: "", root: true }),
  /** 465: TLS from the first byte; 587: STARTTLS required; others: STARTTLS where offered. */
  SMTPPort: setting({ schema: z.number().int().min(1).max(65_535), fallback: 587, root: true }),
  SMTPAccount: setting({ schema: line, fallback: "", root: true }),
  /** Empty: the account is the sender. */
  SMTPFrom: setting({ schema: line, fallback: "", root: true }),
  SMTPToken: setting({ schema: line, fallback: "", secret: true, root: true }),
  QuotaPerUnit: setting({ schema: z.number().positive(), fallback: defaultQuotaPerUnit }),
  DisplayInCurrencyEnabled: setting({ schema: z.boolean(), fallback: true }),
  QuotaForNewUser: setting({ schema: whole, fallback: 0 }),
  /** Who invited gets this when the invited account is made, and the invited gets that. */
  QuotaForInviter: setting({ schema: whole, fallback: 0 }),
  QuotaForInvitee: setting({ schema: whole, fallback: 0 }),
  /** Added to the estimate of a call that names no output limit, in quota. */
  PreConsumedQuota: setting({ schema: whole, fallback: 500 }),
  /** Exact answers to repetitions, for tokens that ask for it (R11). */
  ChatCacheEnabled: setting({ schema: z.boolean(), fallback: true }),
  ChatCacheExpireMinute: setting({ schema: z.number().int().min(1).max(43_200), fallback: 5 }),
  RetryTimes: setting({ schema: whole.max(10), fallback: 2 }),
  RetryCooldownSeconds: setting({ schema: whole.max(86_400), fallback: 5 }),
  /** Seconds after which no further try begins. */
  RetryTimeOut: setting({ schema: whole.max(3600), fallback: 10 }),
  ConnectTimeoutSeconds: setting({ schema: z.number().int().min(1).max(600), fallback: 5 }),
  FirstByteTimeoutSeconds: setting({ schema: z.number().int().min(1).max(3600), fallback: 120 }),
  IdleTimeoutSeconds: setting({ schema: z.number().int().min(1).max(3600), fallback: 300 }),
  TotalTimeoutSeconds: setting({ schema: z.number().int().min(1).max(86_400), fallback: 1800 }),
  AutomaticDisableChannelEnabled: setting({ schema: z.boolean(), fallback: true }),
  AutomaticEnableChannelEnabled: setting({ schema: z.boolean(), fallback: true }),
  /** Minutes between two tests of the automatically disabled channels; 0 for none. */
  AutomaticTestChannels: setting({ schema: whole.max(43_200), fallback: 10 }),
  /** The scheduled test takes the enabled channels, too. */
  AutomaticTestEnabledChannels: setting({ schema: z.boolean(), fallback: false }),
  /** Every hour the enabled channels' balances are asked for, where the provider tells one. */
  AutomaticUpdateChannelBalances: setting({ schema: z.boolean(), fallback: false }),
  /** Maximum response time of a channel test, in seconds; 0 for none. */
  ChannelDisableThreshold: setting({ schema: z.number().min(0).max(3600), fallback: 0 }),
} as const;

export type SettingKey = keyof typeof settings;
export type Settings = { -readonly [K in SettingKey]: z.output<(typeof settings)[K]["schema"]> };

/** Stored rows → typed settings. A row that no longer fits its schema gives the fallback; unknown rows are ignored. */
export function readSettings(rows: Iterable<{ key: string; value: string }>): Settings {
  const values: Record<string, unknown> = {};
  for (const [key, definition] of Object.entries(settings)) values[key] = definition.fallback;
  for (const row of rows) {
    if (!Object.hasOwn(settings, row.key)) continue;
    const parsed = settings[row.key as SettingKey].schema.safeParse(parseJson(row.value));
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
