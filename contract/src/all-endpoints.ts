import * as auth from "./auth.ts";
import * as channels from "./channels.ts";
import * as dashboard from "./dashboard.ts";
import type { AnyEndpoint } from "./endpoint.ts";
import * as groups from "./groups.ts";
import * as logs from "./logs.ts";
import * as models from "./models.ts";
import * as pricing from "./pricing.ts";
import * as profile from "./profile.ts";
import * as siteInfo from "./site-info.ts";
import * as tokens from "./tokens.ts";

const topics = { auth, channels, dashboard, groups, logs, models, pricing, profile, siteInfo, tokens };

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
