import type { Settings } from "@tollgate/contract/settings";
import { callForJson, NoAnswer } from "../../../call-service.ts";
import { type Person, type SignInService, serviceFailure } from "../method.ts";
import { emails, profile, tokenAnswer } from "./wire.ts";

const service = "GitHub";

/** GitHub's error codes for wrong settings rather than a wrong code. */
const operatorsErrors = new Set([
  "incorrect_client_credentials",
  "redirect_uri_mismatch",
  "application_suspended",
]);

/** GitHub and GitHub Enterprise by an OAuth app. People are identified by the numeric id, which is never reassigned. */
export const github: SignInService = {
  kind: "github",
  service,
  column: "github_id",
  reportsEmail: true,
  isOn: (settings) =>
    settings.GitHubOAuthEnabled && settings.GitHubClientId !== "" && settings.GitHubClientSecret !== "",

  async identify({ code }, settings) {
    const { accessToken, scopes } = await exchange(code, settings);
    try {
      return await readPerson(accessToken, scopes, settings);
    } catch (error) {
      // The code is used up by now; a second attempt with it would be rejected.
      if (error instanceof NoAnswer) throw serviceFailure("oauth.broken_off", service, error);
      throw error;
    }
  },
};

async function exchange(
  code: string,
  settings: Settings,
): Promise<{ accessToken: string; scopes: string[] }> {
  const { status, body } = await callForJson(
    tokenAnswer,
    `${settings.GitHubAddress}/login/oauth/access_token`,
    {
      method: "POST",
      headers: { accept: "application/json", "content-type": "application/json" },
      body: JSON.stringify({
        client_id: settings.GitHubClientId,
        client_secret: settings.GitHubClientSecret,
        code,
      }),
    },
  ).catch((error: unknown) => {
    throw serviceFailure("oauth.unreachable", service, error);
  });
  if (body.access_token)
    return { accessToken: body.access_token, scopes: (body.scope ?? "").split(/[\s,]+/) };
  const cause = new Error(`GitHub answered ${status}: ${body.error ?? "no token"}`);
  // An unknown client id is answered with 404.
  if (status === 404 || operatorsErrors.has(body.error ?? ""))
    throw serviceFailure("oauth.misconfigured", service, cause);
  throw serviceFailure("oauth.refused", service, cause);
}

async function readPerson(accessToken: string, scopes: string[], settings: Settings): Promise<Person> {
  const headers = {
    authorization: `Bearer ${accessToken}`,
    accept: "application/vnd.github+json",
    "user-agent": "Tollgate",
  };
  const read = `${settings.GitHubApiAddress}/user`;
  const { body } = await callForJson(profile, read, { headers });
  const email = scopes.includes("user:email") ? await readEmail(`${read}/emails`, headers) : "";
  return {
    id: String(body.id),
    name: body.login,
    displayName: body.name || body.login,
    avatarUrl: body.avatar_url ?? "",
    email,
    githubLogin: body.login,
  };
}

/** The primary address if GitHub verified it. A failed list does not block the sign-in. */
async function readEmail(url: string, headers: Record<string, string>): Promise<string> {
  try {
    const { body } = await callForJson(emails, url, { headers });
    return body.find((entry) => entry.primary && entry.verified)?.email.toLowerCase() ?? "";
  } catch (error) {
    if (error instanceof NoAnswer) return "";
    throw error;
  }
}
