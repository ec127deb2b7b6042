import type { Settings } from "@tollgate/contract/settings";
import * as openid from "openid-client";
import type { Clock } from "../../../../platform/clock.ts";
import { callService } from "../../../call-service.ts";

/** A provider's metadata and keys are fetched again after this. */
const keepSeconds = 3600;
const waitSeconds = 10;

/** The provider's settings. */
export type Discover = (settings: Settings) => Promise<openid.Configuration>;

/** Caches the result for an hour and while the settings stay the same: a change needs no restart. */
export function createDiscover(deps: { clock: Clock }): Discover {
  let kept: { key: string; until: number; configuration: Promise<openid.Configuration> } | undefined;

  return (settings) => {
    const { OIDCIssuer, OIDCClientId, OIDCClientSecret } = settings;
    const key = JSON.stringify([OIDCIssuer, OIDCClientId, OIDCClientSecret]);
    const now = deps.clock.now();
    if (kept?.key === key && kept.until > now) return kept.configuration;
    const mine = { key, until: now + keepSeconds, configuration: discover(settings) };
    kept = mine;
    // A failure is not cached.
    mine.configuration.catch(() => {
      if (kept === mine) kept = undefined;
    });
    return mine.configuration;
  };
}

async function discover(settings: Settings): Promise<openid.Configuration> {
  const { OIDCIssuer: issuer, OIDCClientId: clientId, OIDCClientSecret: secret } = settings;
  const metadata = await readMetadata(issuer, clientId);
  const configuration = new openid.Configuration(metadata, clientId, secret, authenticate(metadata, secret));
  configuration.timeout = waitSeconds;
  configuration[openid.customFetch] = send;
  allowPlain(issuer, configuration);
  // By default the library trusts the connection; here the signature of every id_token is checked, too.
  openid.enableNonRepudiationChecks(configuration);
  return configuration;
}

/**
 * Settings are stored without a trailing slash, and some providers have one in their issuer: the issuer in the metadata
 * counts.
 */
async function readMetadata(issuer: string, clientId: string): Promise<openid.ServerMetadata> {
  const read = async (address: string) => {
    const found = await openid.discovery(new URL(address), clientId, undefined, openid.None(), {
      timeout: waitSeconds,
      [openid.customFetch]: send,
      ...(isPlain(issuer) && { execute: [openid.allowInsecureRequests] }),
    });
    return found.serverMetadata();
  };
  try {
    return await read(issuer);
  } catch (error) {
    if (!(error instanceof openid.ClientError) || error.code !== "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED")
      throw error;
    return read(`${issuer}/`);
  }
}

/**
 * In the header unless the provider lists the body alone; without a list the header is the default (OpenID Connect
 * Discovery §3).
 */
function authenticate(metadata: openid.ServerMetadata, secret: string): openid.ClientAuth {
  const known = metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const inBody = known.includes("client_secret_post") && !known.includes("client_secret_basic");
  return inBody ? openid.ClientSecretPost(secret) : openid.ClientSecretBasic(secret);
}

/** Plain HTTP is allowed for a provider inside the own network. */
function isPlain(issuer: string): boolean {
  return issuer.startsWith("http://");
}

function allowPlain(issuer: string, configuration: openid.Configuration): void {
  if (isPlain(issuer)) openid.allowInsecureRequests(configuration);
}

const send: openid.CustomFetch = (url, { method, headers, body }) =>
  callService(url, {
    method,
    headers,
    ...(body !== undefined && body !== null && { body: body as NonNullable<RequestInit["body"]> }),
  });
