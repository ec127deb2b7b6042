import type { User } from "@tollgate/contract/users";
import type { Answer } from "./as-user.ts";
import type { Browser } from "./browser.ts";
import type { ControlApp } from "./control-app.ts";
import { type GitHubPerson, type GitHubStandIn, startGitHubStandIn } from "./github-stand-in.ts";

/** GitHub, and an app whose settings use it. */
export async function withGitHub(running: ControlApp): Promise<GitHubStandIn> {
  const github = await startGitHubStandIn();
  await running.set("GitHubAddress", github.url);
  await running.set("GitHubApiAddress", github.url);
  await running.set("GitHubClientId", github.clientId);
  await running.set("GitHubClientSecret", github.clientSecret);
  await running.set("GitHubOAuthEnabled", true);
  return github;
}

export async function stateFor(browser: Browser, query = "method=github"): Promise<string> {
  const { data } = await browser.call<string>("GET", `/api/oauth/state?${query}`);
  return data;
}

export function bringBack(
  browser: Browser,
  kind: string,
  returned: { code: string; state: string } & Record<string, string>,
): Promise<Answer<User | null>> {
  return browser.call("GET", `/api/oauth/${kind}?${new URLSearchParams(returned).toString()}`);
}

/** The whole flow: state, approval at GitHub, callback. */
export async function signInByGitHub(
  browser: Browser,
  github: GitHubStandIn,
  person: GitHubPerson,
): Promise<Answer<User | null>> {
  const state = await stateFor(browser);
  return bringBack(browser, "github", { code: github.code(person), state });
}

/** The columns of a user with identities at other services. */
export function linksOf(running: ControlApp, userId: number) {
  return running.database.queries
    .selectFrom("users")
    .select(["github_id", "github_login", "oidc_id", "lark_id", "wechat_id", "email", "email_verified"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
}
