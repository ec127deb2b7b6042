import type { Settings } from "@tollgate/contract/settings";
import * as openid from "openid-client";
import type { AppError } from "../../../../platform/app-error.ts";
import type { Clock } from "../../../../platform/clock.ts";
import { NoAnswer } from "../../../call-service.ts";
import { type Person, type ServiceAnswer, type SignInService, serviceFailure } from "../method.ts";
import { createDiscover } from "./discover.ts";
import { nameOf, textClaim, verifiedEmail } from "./read-claims.ts";

const service = "OIDC";

/** Errors of the token endpoint that come from the settings, not the code. */
const operatorsErrors = new Set(["invalid_client", "unauthorized_client", "invalid_scope"]);

/** Settings of a request to the provider. */
export type Provider = Required<Pick<SignInService, "authorize" | "identify">>;

export function createProvider(deps: { clock: Clock }): Provider {
  const discover = createDiscover(deps);

  const provider = (settings: Settings): Promise<openid.Configuration> =>
    discover(settings).catch((error: unknown) => {
      const silent = findNoAnswer(error) !== undefined;
      throw serviceFailure(silent ? "oauth.unreachable" : "oauth.misconfigured", service, error);
    });

  return {
    async authorize({ state, secrets }, settings) {
      const address = openid.buildAuthorizationUrl(await provider(settings), {
        response_type: "code",
        redirect_uri: secrets.redirectUri,
        scope: scopesOf(settings.OIDCScopes),
        state,
        nonce: secrets.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(secrets.codeVerifier),
        code_challenge_method: "S256",
      });
      return address.href;
    },

    async identify(answer, settings) {
      const configuration = await provider(settings);
      const tokens = await exchange(configuration, answer);
      const claims = tokens.claims();
      if (!claims) throw serviceFailure("oauth.refused", service, new Error("there is no id_token"));
      return readPerson(configuration, tokens.access_token, claims, settings);
    },
  };
}

async function exchange(configuration: openid.Configuration, { code, state, iss, secrets }: ServiceAnswer) {
  if (!secrets) throw serviceFailure("oauth.refused", service, new Error("the state belongs to no provider"));
  const returned = new URL(secrets.redirectUri);
  returned.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString();
  try {
    return await openid.authorizationCodeGrant(configuration, returned, {
      pkceCodeVerifier: secrets.codeVerifier,
      expectedNonce: secrets.nonce,
      expectedState: state,
      idTokenExpected: true,
    });
  } catch (error) {
    throw exchangeFailure(configuration, error);
  }
}

function exchangeFailure(configuration: openid.Configuration, error: unknown): AppError {
  const silent = findNoAnswer(error);
  if (silent) {
    // After the token endpoint responded, the code is used up, and a second attempt with it would be rejected.
    const before = silent.url === configuration.serverMetadata().token_endpoint;
    return serviceFailure(before ? "oauth.unreachable" : "oauth.broken_off", service, error);
  }
  const operators =
    error instanceof openid.WWWAuthenticateChallengeError ||
    (error instanceof openid.ResponseBodyError && operatorsErrors.has(error.error));
  return serviceFailure(operators ? "oauth.misconfigured" : "oauth.refused", service, error);
}

type Claims = Record<string, unknown> & { sub: string };

/** The id_token identifies the person; the userinfo endpoint has the missing claims. */
async function readPerson(
  configuration: openid.Configuration,
  accessToken: string,
  claims: Claims,
  settings: Settings,
): Promise<Person> {
  const complete = nameOf(claims, settings.OIDCUsernameClaims) !== "" && textClaim(claims, "email") !== "";
  const all = complete ? claims : { ...claims, ...(await readUserInfo(configuration, accessToken, claims)) };
  const displayName = textClaim(all, "name");
  const name = nameOf(all, settings.OIDCUsernameClaims);
  const email = verifiedEmail(all);
  return {
    id: claims.sub,
    name: name || email.split("@")[0] || displayName,
    displayName: displayName || name,
    avatarUrl: textClaim(all, "picture"),
    email,
  };
}

/** A failed request does not block the sign-in; a record of another person is rejected. */
async function readUserInfo(
  configuration: openid.Configuration,
  accessToken: string,
  { sub }: Claims,
): Promise<Record<string, unknown>> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
  try {
    return await openid.fetchUserInfo(configuration, accessToken, sub);
  } catch (error) {
    if (findNoAnswer(error)) return {};
    throw serviceFailure("oauth.refused", service, error);
  }
}

/** The setting contains them separated by commas; without `openid` there is no id_token. */
function scopesOf(setting: string): string {
  const scopes = setting.split(/[\s,]+/).filter((scope) => scope !== "");
  return [...new Set(["openid", ...scopes])].join(" ");
}

/** Errors that the library wraps. */
function findNoAnswer(error: unknown): NoAnswer | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof NoAnswer) return one;
  }
  return undefined;
}
