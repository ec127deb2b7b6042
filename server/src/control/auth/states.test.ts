import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aBrowser } from "../../../test/support/browser.ts";
import { aUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import type { GitHubPerson, GitHubStandIn } from "../../../test/support/github-stand-in.ts";
import { postgresOrSkip } from "../../../test/support/postgres.ts";
import { bringBack, linksOf, stateFor, withGitHub } from "../../../test/support/services.ts";
import type { DatabaseLocation } from "../../storage/database.ts";

const postgres = await postgresOrSkip();

describe("a state on SQLite", () => {
  testStates(undefined);
});
describe.skipIf(postgres === null)("a state on PostgreSQL", () => {
  testStates({ kind: "postgres", url: postgres ?? "" });
});

function testStates(location: DatabaseLocation | undefined): void {
  let running: ControlApp;
  let github: GitHubStandIn;
  let count = 0;
  beforeAll(async () => {
    running = await startControlApp(location && { location });
    github = await withGitHub(running);
  });
  afterAll(async () => {
    await github.stop();
    await running.stop();
  });

  const aPerson = (): GitHubPerson => {
    count += 1;
    return { id: 1000 + count, login: `octo${count}` };
  };
  const rows = () => running.database.queries.selectFrom("sign_in_states").selectAll().execute();

  it("is bound to the browser by its own cookie, and stored hashed like it", async () => {
    const browser = aBrowser(running);
    const answer = await browser.call<string>("GET", "/api/oauth/state?method=github");
    expect(answer.data).toMatch(/^\w{43}$/);
    expect(String(answer.headers["set-cookie"])).toMatch(
      /^sign_in_state=\w{43}; Max-Age=600; Path=\/api; HttpOnly; SameSite=Lax$/,
    );
    const stored = JSON.stringify(await rows());
    expect(stored).not.toContain(answer.data);
    expect(stored).not.toContain(browser.cookie("sign_in_state"));
  });

  it("signs in once: a replay is rejected and starts no session", async () => {
    const browser = aBrowser(running);
    const person = aPerson();
    const state = await stateFor(browser);
    const first = await bringBack(browser, "github", { code: github.code(person), state });
    expect(first.data).toMatchObject({ username: person.login });
    const again = await bringBack(browser, "github", { code: github.code(person), state });
    expect([again.status, again.code]).toEqual([403, "oauth.state_unknown"]);
    expect(again.headers["set-cookie"]).toBeUndefined();
  });

  it("only works in the browser that requested it: a link signs no one in as another user", async () => {
    const attacker = aBrowser(running);
    const state = await stateFor(attacker);
    const code = github.code(aPerson());
    const victim = aBrowser(running);
    expect((await bringBack(victim, "github", { code, state })).code).toBe("oauth.state_other_browser");
    await stateFor(victim);
    expect((await bringBack(victim, "github", { code, state })).code).toBe("oauth.state_other_browser");
    expect(victim.cookie("session")).toBeUndefined();
    expect((await bringBack(attacker, "github", { code, state })).status).toBe(200);
  });

  it("is needed: a code without one does nothing", async () => {
    const browser = aBrowser(running);
    const before = github.calls.length;
    for (const state of ["", "made-up", "A".repeat(43)]) {
      const answer = await bringBack(browser, "github", { code: github.code(aPerson()), state });
      expect(answer.code).toBe("oauth.state_unknown");
    }
    expect(github.calls).toHaveLength(before);
  });

  it("works for the service that it was requested for, and without a service for the first that responds", async () => {
    await running.set("LarkClientId", "cli");
    await running.set("LarkClientSecret", "secret");
    await running.set("LarkAuthEnabled", true);
    await running.set("LarkAddress", github.url);
    const browser = aBrowser(running);
    const named = await stateFor(browser, "method=lark");
    const mixed = await bringBack(browser, "github", { code: github.code(aPerson()), state: named });
    expect(mixed.code).toBe("oauth.state_other_method");
    const open = await stateFor(browser, "");
    github.faults.set("/login/oauth/access_token", ["cut"]);
    const code = github.code(aPerson());
    expect((await bringBack(browser, "github", { code, state: open })).code).toBe("oauth.unreachable");
    expect((await bringBack(browser, "lark", { code, state: open })).code).toBe("oauth.state_other_method");
    expect((await bringBack(browser, "github", { code, state: open })).status).toBe(200);
  });

  it("lasts ten minutes, and is reported as expired for a while", async () => {
    const browser = aBrowser(running);
    const state = await stateFor(browser);
    const code = github.code(aPerson());
    running.clock.advance(600);
    expect((await bringBack(browser, "github", { code, state })).code).toBe("oauth.state_expired");
    running.clock.advance(3600);
    await stateFor(aBrowser(running));
    expect((await bringBack(browser, "github", { code, state })).code).toBe("oauth.state_unknown");
  });

  it("of a signed-in user links, for that user and session alone", async () => {
    const [ada, eve] = [await aUser(running), await aUser(running)];
    const adas = aBrowser(running);
    await adas.signIn(ada);
    const state = await stateFor(adas);
    const person = aPerson();
    const code = github.code(person);
    const other = adas.copy();
    await other.signIn(eve);
    expect((await bringBack(other, "github", { code, state })).code).toBe("oauth.state_other_session");
    const signedOut = adas.copy();
    await signedOut.call("GET", "/api/user/logout");
    expect((await bringBack(signedOut, "github", { code, state })).code).toBe("oauth.state_other_session");
    expect(await linksOf(running, eve.id)).toMatchObject({ github_id: "" });
    await adas.signIn(ada);
    expect((await bringBack(adas, "github", { code, state })).code).toBe("oauth.state_other_session");

    const fresh = await stateFor(adas);
    const linked = await bringBack(adas, "github", { code, state: fresh });
    expect(linked.body).toMatchObject({ success: true, message: "bind", data: null });
    expect(await linksOf(running, ada.id)).toMatchObject({
      github_id: String(person.id),
      github_login: person.login,
    });
  });

  it("of a visitor only signs in, even after the visitor has signed in", async () => {
    const ada = await aUser(running);
    const browser = aBrowser(running);
    const state = await stateFor(browser);
    await browser.signIn(ada);
    const answer = await bringBack(browser, "github", { code: github.code(aPerson()), state });
    expect(answer.body.message).toBe("");
    expect(answer.data?.id).not.toBe(ada.id);
    expect(await linksOf(running, ada.id)).toMatchObject({ github_id: "" });
  });

  it("lets two tabs sign in side by side", async () => {
    const browser = aBrowser(running);
    const [first, second] = [await stateFor(browser), await stateFor(browser)];
    expect((await bringBack(browser, "github", { code: github.code(aPerson()), state: first })).status).toBe(
      200,
    );
    const later = aBrowser(running, {
      cookies: new Map([["sign_in_state", browser.cookie("sign_in_state") ?? ""]]),
    });
    expect((await bringBack(later, "github", { code: github.code(aPerson()), state: second })).status).toBe(
      200,
    );
  });

  it("never accepts a cookie that was planted", async () => {
    const browser = aBrowser(running, { cookies: new Map([["sign_in_state", "A".repeat(43)]]) });
    await stateFor(browser);
    expect(browser.cookie("sign_in_state")).not.toBe("A".repeat(43));
  });

  it("is used by one of several callbacks at the same moment", async () => {
    const browser = aBrowser(running);
    const state = await stateFor(browser);
    const person = aPerson();
    const codes = Array.from({ length: 6 }, () => github.code(person));
    const exchanges = () => github.calls.filter((path) => path === "/login/oauth/access_token").length;
    const before = exchanges();
    const answers = await Promise.all(
      codes.map((code) => bringBack(browser.copy(), "github", { code, state })),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(exchanges() - before).toBe(1);
    for (const { code } of answers.filter((answer) => answer.status !== 200))
      expect(["oauth.state_busy", "oauth.state_unknown"]).toContain(code);
  });

  it("survives attempts that the service never saw, three in all", async () => {
    const browser = aBrowser(running);
    const state = await stateFor(browser);
    const code = github.code(aPerson());
    github.faults.set("/login/oauth/access_token", ["cut", { status: 503, text: "unicorn" }]);
    const codes = [];
    for (let attempt = 1; attempt <= 3; attempt += 1)
      codes.push((await bringBack(browser, "github", { code, state })).code);
    expect(codes).toEqual(["oauth.unreachable", "oauth.unreachable", undefined]);

    const tired = await stateFor(browser);
    github.faults.set("/login/oauth/access_token", ["cut", "cut", "cut"]);
    const gone = [];
    for (let attempt = 1; attempt <= 4; attempt += 1)
      gone.push((await bringBack(browser, "github", { code: github.code(aPerson()), state: tired })).code);
    expect(gone).toEqual([
      "oauth.unreachable",
      "oauth.unreachable",
      "oauth.unreachable",
      "oauth.state_unknown",
    ]);
  });

  it("does not survive a rejection, nor a service that times out after it received the code", async () => {
    const browser = aBrowser(running);
    const rejected = await stateFor(browser);
    const wrong = await bringBack(browser, "github", { code: "made-up", state: rejected });
    expect([wrong.status, wrong.code]).toEqual([400, "oauth.refused"]);
    const again = await bringBack(browser, "github", { code: github.code(aPerson()), state: rejected });
    expect(again.code).toBe("oauth.state_unknown");

    const state = await stateFor(browser);
    github.faults.set("/user", ["cut"]);
    const code = github.code(aPerson());
    expect((await bringBack(browser, "github", { code, state })).code).toBe("oauth.broken_off");
    expect((await bringBack(browser, "github", { code, state })).code).toBe("oauth.state_unknown");
  });
}
