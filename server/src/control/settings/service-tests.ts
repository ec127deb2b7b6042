import type { ServiceTest, TestedService } from "@tollgate/contract/setting-endpoints";
import type { SettingKey, Settings } from "@tollgate/contract/settings";
import * as z from "zod";
import { callService, NoAnswer } from "../call-service.ts";

/** How one service is tested, and which settings that needs. */
export interface ServiceCheck {
  /** The address that the secret goes to. */
  address: SettingKey;
  secret: SettingKey | undefined;
  /** Must not be empty. */
  needs: readonly SettingKey[];
  run(values: Settings): Promise<ServiceTest>;
}

const json = { accept: "application/json", "content-type": "application/json" };

/**
 * Each sends the cheapest request whose response distinguishes valid credentials from invalid ones, without changing
 * any account.
 */
export const serviceChecks: Record<TestedService, ServiceCheck> = {
  oidc: { address: "OIDCIssuer", secret: undefined, needs: ["OIDCIssuer"], run: checkOidc },
  turnstile: {
    address: "TurnstileAddress",
    secret: "TurnstileSecretKey",
    needs: ["TurnstileAddress", "TurnstileSecretKey"],
    run: checkTurnstile,
  },
  github: {
    address: "GitHubApiAddress",
    secret: "GitHubClientSecret",
    needs: ["GitHubApiAddress", "GitHubClientId", "GitHubClientSecret"],
    run: checkGitHub,
  },
  lark: {
    address: "LarkAddress",
    secret: "LarkClientSecret",
    needs: ["LarkAddress", "LarkClientId", "LarkClientSecret"],
    run: checkLark,
  },
  wechat: {
    address: "WeChatServerAddress",
    secret: "WeChatServerToken",
    needs: ["WeChatServerAddress", "WeChatServerToken"],
    run: checkWeChat,
  },
};

const discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  userinfo_endpoint: z.string().optional(),
  jwks_uri: z.string().optional(),
  scopes_supported: z.array(z.string()).optional(),
  claims_supported: z.array(z.string()).optional(),
});

/** OpenID Connect Discovery 1.0 §4: the document must contain the issuer that was queried. */
async function checkOidc({ OIDCIssuer: issuer }: Settings): Promise<ServiceTest> {
  const answer = await send(`${issuer}/.well-known/openid-configuration`);
  const found = readAnswer(answer, discovery);
  if ("fault" in found) return found;
  const { scopes_supported: scopes, claims_supported: claims, ...addresses } = found.body;
  const facts: Record<string, string> = {};
  for (const [name, value] of Object.entries(addresses)) if (value) facts[name] = value.slice(0, 500);
  if (scopes) facts["scopes_supported"] = scopes.join(" ").slice(0, 500);
  if (claims) facts["claims_supported"] = claims.join(" ").slice(0, 500);
  const same = found.body.issuer.replace(/\/+$/, "") === issuer;
  return { fault: same ? null : "other_issuer", status: found.status, facts };
}

const verification = z.object({ success: z.boolean(), "error-codes": z.array(z.string()).default([]) });

/** A dummy token is rejected either way; only a wrong secret gets the error about the secret. */
async function checkTurnstile(values: Settings): Promise<ServiceTest> {
  const answer = await send(`${values.TurnstileAddress}/turnstile/v0/siteverify`, {
    method: "POST",
    body: new URLSearchParams({ secret: values.TurnstileSecretKey, response: "tollgate-test" }),
  });
  // A wrong secret may come with a client error's status and the same body.
  const found = readAnswer(answer, verification, [400, 401, 403]);
  if ("fault" in found) return found;
  const wrong = found.body["error-codes"].some((code) => /^(?:invalid|missing)-input-secret$/.test(code));
  return { fault: wrong ? "wrong_credentials" : null, status: found.status, facts: {} };
}

/** "Check a token" of GitHub's API: 404 for an invalid token, 401 for wrong credentials of the app. */
async function checkGitHub(values: Settings): Promise<ServiceTest> {
  const id = encodeURIComponent(values.GitHubClientId);
  const credentials = Buffer.from(`${values.GitHubClientId}:${values.GitHubClientSecret}`).toString("base64");
  const answer = await send(`${values.GitHubApiAddress}/applications/${id}/token`, {
    method: "POST",
    headers: { ...json, authorization: `Basic ${credentials}`, "user-agent": "Tollgate" },
    body: JSON.stringify({ access_token: "gho_0000000000000000000000000000000000000000" }),
  });
  if ("fault" in answer) return answer;
  const { status } = answer;
  if (status === 401 || status === 403) return failed("wrong_credentials", status);
  return status === 404 || status === 422 ? passed(status) : failed("bad_status", status);
}

const larkAnswer = z.object({ code: z.number() });

async function checkLark(values: Settings): Promise<ServiceTest> {
  const answer = await send(`${values.LarkAddress}/open-apis/auth/v3/app_access_token/internal`, {
    method: "POST",
    headers: json,
    body: JSON.stringify({ app_id: values.LarkClientId, app_secret: values.LarkClientSecret }),
  });
  const found = readAnswer(answer, larkAnswer, [400, 401, 403]);
  if ("fault" in found) return found;
  return found.body.code === 0 ? passed(found.status) : failed("wrong_credentials", found.status);
}

const bridgeAnswer = z.object({ success: z.boolean() });

/** The bridge returns nothing for an unknown code, or rejects the token. */
async function checkWeChat(values: Settings): Promise<ServiceTest> {
  const answer = await send(`${values.WeChatServerAddress}/api/wechat/user?code=tollgate-test`, {
    headers: { accept: "application/json", authorization: values.WeChatServerToken },
  });
  if (!("fault" in answer) && (answer.status === 401 || answer.status === 403))
    return failed("wrong_credentials", answer.status);
  const found = readAnswer(answer, bridgeAnswer);
  return "fault" in found ? found : passed(found.status);
}

function passed(status: number): ServiceTest {
  return { fault: null, status, facts: {} };
}

function failed(fault: NonNullable<ServiceTest["fault"]>, status: number): ServiceTest {
  return { fault, status, facts: {} };
}

/** A service's response: its status and its JSON (undefined for other content), or why there is none. */
type ServiceAnswer = { status: number; body: unknown } | ServiceTest;

async function send(url: string, init?: RequestInit): Promise<ServiceAnswer> {
  try {
    const response = await callService(url, init);
    return { status: response.status, body: await response.json().catch(() => undefined) };
  } catch (error) {
    if (error instanceof NoAnswer) return failed(error.fault, error.status);
    throw error;
  }
}

/** The response parsed by its schema; `also` are statuses next to 2xx whose body is read. */
function readAnswer<T>(
  answer: ServiceAnswer,
  schema: z.ZodType<T>,
  also: readonly number[] = [],
): { status: number; body: T } | ServiceTest {
  if ("fault" in answer) return answer;
  const { status } = answer;
  const good = status >= 200 && status < 300;
  if (!good && !also.includes(status)) return failed("bad_status", status);
  const parsed = schema.safeParse(answer.body);
  if (parsed.success) return { status, body: parsed.data };
  return failed(good ? "bad_answer" : "bad_status", status);
}
