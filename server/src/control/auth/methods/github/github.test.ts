import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { aBrowser } from "../../../../../test/support/browser.ts";
import { aUser } from "../../../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../../../test/support/control-app.ts";
import type { GitHubPerson, GitHubStandIn } from "../../../../../test/support/github-stand-in.ts";
import {
  bringBack,
  linksOf,
  signInByGitHub,
  stateFor,
  withGitHub,
} from "../../../../../test/support/services.ts";

let running: ControlApp;
let github: GitHubStandIn;
beforeAll(async () => {
  running = await startControlApp();
  github = await withGitHub(running);
});
beforeEach(() => github.faults.clear());
afterAll(async () => {
  await github.stop();
  await running.stop();
});

let count = 0;
const aPerson = (values: Partial<GitHubPerson> = {}): GitHubPerson => {
  count += 1;
  return { id: 5000 + count, login: `octocat${count}`, ...values };
};
const signIn = (person: GitHubPerson) => signInByGitHub(aBrowser(running), github, person);
const verified = (email: string) => [{ email, primary: true, verified: true }];

describe("a first sign-in", () => {
  it("creates an account from the GitHub profile, with a session", async () => {
    const browser = aBrowser(running);
    const person = aPerson({
      name: "Mona Lisa",
      avatar_url: "https://avatars.example/u/1",
      emails: [
        { email: "other@example.org", primary: false, verified: true },
        ...verified("Mona@Example.org"),
      ],
    });
    const answer = await signInByGitHub(browser, github, person);
    expect(answer.data).toMatchObject({
      username: person.login,
      display_name: "Mona Lisa",
      avatar_url: "https://avatars.example/u/1",
      email: "mona@example.org",
      role: 1,
    });
    expect(await linksOf(running, answer.data?.id ?? 0)).toMatchObject({
      github_id: String(person.id),
      github_login: person.login,
      email_verified: 1,
    });
    expect((await browser.call("GET", "/api/user/self")).status).toBe(200);
  });

  it("accepts only the verified primary address", async () => {
    const unproven = await signIn(
      aPerson({ emails: [{ email: "a@example.org", primary: true, verified: false }] }),
    );
    expect(unproven.data?.email).toBe("");
    const second = await signIn(
      aPerson({ emails: [{ email: "b@example.org", primary: false, verified: true }] }),
    );
    expect(second.data?.email).toBe("");
  });

  it("works where the addresses cannot be read", async () => {
    github.faults.set("/user/emails", [{ status: 403, json: { message: "no" } }]);
    expect((await signIn(aPerson())).status).toBe(200);
  });

  it.each([
    ["taken", "Taken", /^Taken_2$/],
    ["x", "x", /^github_x$/],
    ["-_-", "-_-", /^github_\w{8}$/],
    ["a".repeat(39), "a".repeat(39), /^a{30}$/],
  ])("gives a valid username to %s", async (_, login, expected) => {
    if (login === "Taken") await aUser(running, { username: "taken" });
    expect((await signIn(aPerson({ login }))).data?.username).toMatch(expected);
  });

  it("creates one account for several callbacks of one person at the same moment", async () => {
    const person = aPerson();
    const answers = await Promise.all([1, 2, 3].map(() => signIn(person)));
    expect(new Set(answers.map((answer) => answer.data?.id)).size).toBe(1);
  });

  it("is rejected while registration is closed, and admits known accounts", async () => {
    const known = aPerson();
    await signIn(known);
    await running.set("RegisterEnabled", false);
    const rejected = await signIn(aPerson());
    expect([rejected.status, rejected.code]).toEqual([403, "register.disabled"]);
    expect((await signIn(known)).status).toBe(200);
    await running.set("RegisterEnabled", true);
  });

  it("follows the list of domains, by verified addresses alone", async () => {
    await running.set("EmailDomainRestrictionEnabled", true);
    await running.set("EmailDomainWhitelist", ["example.com"]);
    expect((await signIn(aPerson({ emails: verified("a@example.net") }))).code).toBe(
      "register.domain_not_allowed",
    );
    const unproven = [{ email: "a@example.com", primary: true, verified: false }];
    expect((await signIn(aPerson({ emails: unproven }))).code).toBe("oauth.verified_email_required");
    expect((await signIn(aPerson({ emails: verified("a@example.com") }))).status).toBe(200);
    await running.set("EmailDomainRestrictionEnabled", false);
  });
});

describe("the account of a sign-in", () => {
  it("is found by GitHub's number: a renamed person comes back, a name's next owner does not", async () => {
    const person = aPerson();
    const first = await signIn(person);
    const renamed = await signIn({ ...person, login: "renamed-octocat" });
    expect(renamed.data?.id).toBe(first.data?.id);
    expect(await linksOf(running, first.data?.id ?? 0)).toMatchObject({ github_login: "renamed-octocat" });
    const squatter = await signIn(aPerson({ login: person.login }));
    expect(squatter.data?.id).not.toBe(first.data?.id);
  });

  it("is never found by an address: its owner must link, and a squatter gains nothing", async () => {
    const owner = await aUser(running, { email: "owner@example.org", email_verified: 1 });
    const taken = await signIn(aPerson({ emails: verified("owner@example.org") }));
    expect([taken.status, taken.code]).toEqual([409, "oauth.email_taken"]);
    expect(await linksOf(running, owner.id)).toMatchObject({ github_id: "" });

    const squatter = await aUser(running, { email: "mine@example.org", email_verified: 0 });
    const real = await signIn(aPerson({ emails: verified("mine@example.org") }));
    expect(real.data?.id).not.toBe(squatter.id);
    expect(real.data?.email).toBe("");
  });

  it("may be found by the name where the setting allows it, for rows without a number", async () => {
    const old = await aUser(running, { github_login: "Old-Timer" });
    const newer = await aUser(running, { github_login: "numbered", github_id: "77" });
    expect((await signIn(aPerson({ login: "old-timer" }))).data?.id).not.toBe(old.id);
    await running.set("GitHubOldIdCloseEnabled", false);
    const person = aPerson({ login: "old-timer" });
    expect((await signIn(person)).data?.id).toBe(old.id);
    expect(await linksOf(running, old.id)).toMatchObject({ github_id: String(person.id) });
    expect((await signIn(aPerson({ login: "numbered" }))).data?.id).not.toBe(newer.id);
    await running.set("GitHubOldIdCloseEnabled", true);
    expect((await signIn(person)).data?.id).toBe(old.id);
  });

  it("does not matter while the account is disabled", async () => {
    const person = aPerson();
    const { data } = await signIn(person);
    await running.database.queries
      .updateTable("users")
      .set({ status: 2 })
      .where("id", "=", data?.id ?? 0)
      .execute();
    const answer = await signIn(person);
    expect(answer.code).toBe("auth.user_disabled");
    expect(answer.headers["set-cookie"]).toBeUndefined();
  });
});

describe("failures", () => {
  it("are rejected at every step while the method is off or lacks its credentials", async () => {
    const browser = aBrowser(running);
    const state = await stateFor(browser);
    await running.set("GitHubOAuthEnabled", false);
    const begin = await browser.call("GET", "/api/oauth/state?method=github");
    expect([begin.code, begin.body.params]).toEqual(["oauth.method_disabled", { service: "GitHub" }]);
    const code = github.code(aPerson());
    expect((await bringBack(browser, "github", { code, state })).code).toBe("oauth.method_disabled");
    await running.set("GitHubOAuthEnabled", true);
    expect((await bringBack(browser, "github", { code, state })).status).toBe(200);
  });

  it("distinguish wrong settings, without revealing the secret", async () => {
    await running.set("GitHubClientSecret", "another-secret");
    const answer = await signIn(aPerson());
    expect([answer.status, answer.code]).toEqual([502, "oauth.misconfigured"]);
    expect(`${answer.text}${running.logLines.join("")}`).not.toContain("another-secret");
    await running.set("GitHubClientSecret", github.clientSecret);
  });

  it.each([
    ["nonsense", { status: 200, text: "<html>" }],
    ["more than is good", { status: 200, text: `"${"x".repeat(300_000)}"` }],
  ] as const)("reject %s as a response", async (_, fault) => {
    github.faults.set("/login/oauth/access_token", [fault]);
    expect((await signIn(aPerson())).code).toBe("oauth.unreachable");
  });

  it("send the client secret nowhere else: redirects are not followed", async () => {
    github.faults.set("/login/oauth/access_token", [{ redirect: `${github.url}/elsewhere` }]);
    github.faults.set("/elsewhere", [{ json: { access_token: "planted", scope: "" } }]);
    expect((await signIn(aPerson())).code).toBe("oauth.unreachable");
    expect(github.calls).not.toContain("/elsewhere");
  });

  it("require two-factor authentication of an account that has it", async () => {
    const person = aPerson();
    const { data } = await signIn(person);
    await running.database.queries
      .updateTable("users")
      .set({ totp_confirmed_time: running.clock.now() })
      .where("id", "=", data?.id ?? 0)
      .execute();
    const browser = aBrowser(running);
    const answer = await signInByGitHub(browser, github, person);
    expect([answer.status, answer.code]).toEqual([403, "auth.second_factor_required"]);
    expect(browser.cookie("session")).toMatch(/^\w{43}$/);
    expect((await browser.call("GET", "/api/user/self")).status).toBe(401);
  });
});
