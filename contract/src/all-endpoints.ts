import * as adminTokens from "./admin-tokens.ts";
import * as analytics from "./analytics.ts";
import * as announcements from "./announcements.ts";
import * as audit from "./audit.ts";
import * as auth from "./auth.ts";
import * as captures from "./captures.ts";
import * as channelBatches from "./channel-batches.ts";
import * as channelHealth from "./channel-health.ts";
import * as channelTags from "./channel-tags.ts";
import * as channelTests from "./channel-tests.ts";
import * as channels from "./channels.ts";
import * as dashboard from "./dashboard.ts";
import type { AnyEndpoint } from "./endpoint.ts";
import * as events from "./events.ts";
import * as groups from "./groups.ts";
import * as logs from "./logs.ts";
import * as mail from "./mail.ts";
import * as modelCatalog from "./model-catalog.ts";
import * as models from "./models.ts";
import * as notices from "./notices.ts";
import * as oauth from "./oauth.ts";
import * as orders from "./orders.ts";
import * as passkeys from "./passkeys.ts";
import * as payments from "./payments.ts";
import * as priceSimulation from "./price-simulation.ts";
import * as priceUpdates from "./price-updates.ts";
import * as pricing from "./pricing.ts";
import * as profile from "./profile.ts";
import * as invitations from "./invitations.ts";
import * as pulse from "./pulse.ts";
import * as redemptions from "./redemptions.ts";
import * as reconciliation from "./reconciliation.ts";
import * as registration from "./registration.ts";
import * as twoFactor from "./two-factor.ts";
import * as sessions from "./sessions.ts";
import * as settings from "./setting-endpoints.ts";
import * as siteInfo from "./site-info.ts";
import * as statements from "./statements.ts";
import * as tasks from "./tasks.ts";
import * as telegram from "./telegram.ts";
import * as tokenUsage from "./token-usage.ts";
import * as tokens from "./tokens.ts";
import * as users from "./users.ts";

/** Every topic file of the contract; the description is the one of its tag in the API document. */
export const topics = {
  adminTokens: { endpoints: adminTokens, description: "API tokens of other users." },
  analytics: { endpoints: analytics, description: "Usage, users and orders over time." },
  announcements: { endpoints: announcements, description: "Announcements of the site, with past ones." },
  audit: { endpoints: audit, description: "What administrators changed, and who signed in." },
  auth: { endpoints: auth, description: "Signing in with a password, and signing out." },
  captures: { endpoints: captures, description: "Captured request and response bodies." },
  channelBatches: { endpoints: channelBatches, description: "Changes of several channels in one call." },
  channelHealth: { endpoints: channelHealth, description: "Outcomes of calls, by channel." },
  channelTags: { endpoints: channelTags, description: "Channels that share a tag." },
  channelTests: {
    endpoints: channelTests,
    description: "Capability tests and model lists of channels.",
  },
  channels: { endpoints: channels, description: "Upstream accounts that calls are sent to." },
  dashboard: { endpoints: dashboard, description: "Figures of the dashboard." },
  events: { endpoints: events, description: "Server-sent events about changes." },
  groups: { endpoints: groups, description: "User groups with their price ratios and limits." },
  logs: { endpoints: logs, description: "Log of calls and events." },
  mail: { endpoints: mail, description: "Mails that the server sent." },
  modelCatalog: { endpoints: modelCatalog, description: "Owners and descriptions of models." },
  models: { endpoints: models, description: "Callable models and their prices." },
  notices: { endpoints: notices, description: "Notifications to administrators." },
  oauth: {
    endpoints: oauth,
    description: "Signing in with GitHub, Lark, OIDC or WeChat, and linking such accounts.",
  },
  orders: { endpoints: orders, description: "Top-ups and their orders." },
  passkeys: { endpoints: passkeys, description: "Passkeys, and signing in with one." },
  payments: { endpoints: payments, description: "Payment gateways." },
  priceSimulation: { endpoints: priceSimulation, description: "What a call would cost, and why." },
  priceUpdates: {
    endpoints: priceUpdates,
    description: "External price lists: preview and import.",
  },
  pricing: { endpoints: pricing, description: "Prices of models." },
  profile: { endpoints: profile, description: "Your account." },
  invitations: { endpoints: invitations, description: "Invitations and their rewards." },
  pulse: { endpoints: pulse, description: "The last hour of the gateway." },
  redemptions: { endpoints: redemptions, description: "Redemption codes, and redeeming one." },
  reconciliation: { endpoints: reconciliation, description: "Ledger checks." },
  registration: {
    endpoints: registration,
    description: "Registering, verification codes and password resets.",
  },
  twoFactor: { endpoints: twoFactor, description: "Two-factor authentication." },
  sessions: { endpoints: sessions, description: "Browsers that are signed in." },
  settings: { endpoints: settings, description: "Settings of the site." },
  siteInfo: { endpoints: siteInfo, description: "Public facts and texts of the site." },
  statements: { endpoints: statements, description: "Monthly statements of an account." },
  tasks: {
    endpoints: tasks,
    description: "Asynchronous tasks: pictures, music, video.",
  },
  telegram: {
    endpoints: telegram,
    description: "The Telegram bot: its commands, its state, and binding an account to it.",
  },
  tokenUsage: { endpoints: tokenUsage, description: "Calls that an API token makes about itself." },
  tokens: { endpoints: tokens, description: "Your API tokens." },
  users: { endpoints: users, description: "Users, as administrators manage them." },
} as const;

/** True for the values of a topic file that are endpoints. */
function isEndpoint(value: unknown): value is AnyEndpoint {
  return (
    typeof value === "object" && value !== null && "method" in value && "path" in value && "access" in value
  );
}

/** Every endpoint of the contract with its topic file, for the reference document and for matrix tests. */
export const allEndpoints: { topic: string; name: string; endpoint: AnyEndpoint }[] = Object.entries(
  topics,
).flatMap(([topic, { endpoints }]) =>
  Object.entries(endpoints).flatMap(([name, value]) =>
    isEndpoint(value) ? [{ topic, name, endpoint: value }] : [],
  ),
);
