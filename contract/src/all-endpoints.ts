import * as adminTokens from "./admin-tokens.ts";
import * as audit from "./audit.ts";
import * as auth from "./auth.ts";
import * as channelBatches from "./channel-batches.ts";
import * as channelTags from "./channel-tags.ts";
import * as channels from "./channels.ts";
import * as dashboard from "./dashboard.ts";
import type { AnyEndpoint } from "./endpoint.ts";
import * as groups from "./groups.ts";
import * as logs from "./logs.ts";
import * as mail from "./mail.ts";
import * as modelCatalog from "./model-catalog.ts";
import * as models from "./models.ts";
import * as oauth from "./oauth.ts";
import * as passkeys from "./passkeys.ts";
import * as pricing from "./pricing.ts";
import * as profile from "./profile.ts";
import * as registration from "./registration.ts";
import * as secondFactor from "./second-factor.ts";
import * as sessions from "./sessions.ts";
import * as settings from "./setting-endpoints.ts";
import * as siteInfo from "./site-info.ts";
import * as tokenUsage from "./token-usage.ts";
import * as tokens from "./tokens.ts";
import * as users from "./users.ts";

const topics = {
  adminTokens,
  audit,
  auth,
  channelBatches,
  channelTags,
  channels,
  dashboard,
  groups,
  logs,
  mail,
  modelCatalog,
  models,
  oauth,
  passkeys,
  pricing,
  profile,
  registration,
  secondFactor,
  sessions,
  settings,
  siteInfo,
  tokenUsage,
  tokens,
  users,
};

/** True for the values of a topic file that are endpoints. */
function isEndpoint(value: unknown): value is AnyEndpoint {
  return (
    typeof value === "object" && value !== null && "method" in value && "path" in value && "access" in value
  );
}

/** Every endpoint of the contract with the topic file it stands in: for the reference document and for matrix tests. */
export const allEndpoints: { topic: string; name: string; endpoint: AnyEndpoint }[] = Object.entries(
  topics,
).flatMap(([topic, module]) =>
  Object.entries(module).flatMap(([name, value]) =>
    isEndpoint(value) ? [{ topic, name, endpoint: value }] : [],
  ),
);
