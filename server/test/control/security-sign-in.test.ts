import type { Self } from "@tollgate/contract/profile";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anAuthenticator, type PublicKeyOptions } from "../support/authenticator.ts";
import type { Answer } from "../support/as-user.ts";
import { aBrowser, type Browser } from "../support/browser.ts";
import { aUser, type TestUser } from "../support/builders.ts";
import { type ControlApp, startControlApp } from "../support/control-app.ts";
import type { GitHubStandIn } from "../support/github-stand-in.ts";
import { setUpTwoFactor } from "../support/two-factor.ts";
import { bringBack, stateFor, withGitHub } from "../support/services.ts";
import { startWeChatBridgeStandIn, type WeChatBridgeStandIn } from "../support/wechat-bridge-stand-in.ts";

/** Guarantees of every sign-in method: sessions are never taken over, and nothing reveals which accounts exist. */
let running: ControlApp;
let github: GitHubStandIn;
let bridge: WeChatBridgeStandIn;
beforeAll(async () => {
  running = await startControlApp();
  github = await withGitHub(running);
  bridge = await startWeChatBridgeStandIn();
  await running.set("WeChatServerAddress", bridge.url);
  await running.set("WeChatServerToken", bridge.token);
  await running.set("WeChatAuthEnabled", true);
});
afterAll(async () => {
  await github.stop();
  await bridge.stop();
  await running.stop();
});

interface Way {
  name: string;
  /** Prepares the method and returns how to use it from a browser. */
  prepare(): Promise<{ user: TestUser; go(browser: Browser): Promise<Answer<unknown>> }>;
}

let count = 0;
const ways: Way[] = [
  {
    name: "a password",
    async prepare() {
      const user = await aUser(running);
      return { user, go: (browser) => browser.signIn(user) };
    },
  },
  {
    name: "two-factor authentication",
    async prepare() {
      const user = await aUser(running);
      const home = aBrowser(running);
      await home.signIn(user);
      const app = await setUpTwoFactor(running, home, user);
      return {
        user,
        async go(browser) {
          running.clock.advance(60);
          await browser.signIn(user);
          return browser.call("POST", "/api/user/login/second_factor", { code: app.code() });
        },
      };
    },
  },
  {
    name: "a passkey",
    async prepare() {
      const user = await aUser(running);
      const home = aBrowser(running);
      await home.signIn(user);
      const authenticator = anAuthenticator();
      const form = { alias: "a", current_password: user.password };
      const begun = await home.call<{ publicKey: PublicKeyOptions }>(
        "POST",
        "/api/webauthn/registration/begin",
        form,
      );
      await home.call(
        "POST",
        "/api/webauthn/registration/finish",
        authenticator.register(begun.data.publicKey),
      );
      return {
        user,
        async go(browser) {
          const options = await browser.call<{ publicKey: PublicKeyOptions }>(
            "POST",
            "/api/webauthn/login/begin",
            {},
          );
          return browser.call(
            "POST",
            "/api/webauthn/login/finish",
            authenticator.sign(options.data.publicKey),
          );
        },
      };
    },
  },
  {
    name: "GitHub",
    async prepare() {
      const person = { id: 5000 + ++count, login: `octo${count}` };
      const user = await aUser(running, { github_id: String(person.id) });
      return {
        user,
        async go(browser) {
          const other = browser.cookie("session");
          // A state that a signed-in user requested links; signing in begins without a session.
          const fresh = aBrowser(running);
          const state = await stateFor(fresh);
          const carried = aBrowser(running, {
            cookies: new Map([
              ["sign_in_state", fresh.cookie("sign_in_state") ?? ""],
              ...(other === undefined ? [] : [["session", other] as [string, string]]),
            ]),
          });
          const answer = await bringBack(carried, "github", { code: github.code(person), state });
          landed.set(browser, carried);
          return answer;
        },
      };
    },
  },
  {
    name: "WeChat",
    async prepare() {
      const person = `wx-${++count}`;
      const user = await aUser(running, { wechat_id: person });
      return {
        user,
        async go(browser) {
          const code = String(700_000 + ++count);
          bridge.codes.set(code, person);
          return browser.call("GET", `/api/oauth/wechat?code=${code}`);
        },
      };
    },
  },
];
/** The browser with the new session, where it is not the one that began. */
const landed = new WeakMap<Browser, Browser>();

describe.each(ways)("signing in by $name", ({ prepare }) => {
  it("starts a new session, whatever session an attacker planted in the browser", async () => {
    const { user, go } = await prepare();
    const planted = "P".repeat(43);
    const browser = aBrowser(running, { cookies: new Map([["session", planted]]) });
    const answer = await go(browser);
    expect([answer.status, answer.code]).toEqual([200, undefined]);
    const inside = landed.get(browser) ?? browser;
    expect(inside.cookie("session")).toMatch(/^\w{43}$/);
    expect(inside.cookie("session")).not.toBe(planted);
    expect((await inside.call<Self>("GET", "/api/user/self")).data.id).toBe(user.id);
    const stranger = aBrowser(running, { cookies: new Map([["session", planted]]) });
    expect((await stranger.call("GET", "/api/user/self")).status).toBe(401);
  });

  it("sets a cookie that scripts and other sites do not get", async () => {
    const { go } = await prepare();
    const answer = await go(aBrowser(running));
    expect(String(answer.headers["set-cookie"])).toMatch(/session=\w{43};[^,]*HttpOnly; SameSite=Lax/);
    expect(answer.text).not.toMatch(/session|cookie/i);
  });

  it("is rejected for a disabled user, without a session", async () => {
    const { user, go } = await prepare();
    await running.database.queries
      .updateTable("users")
      .set({ status: 2 })
      .where("id", "=", user.id)
      .execute();
    const browser = aBrowser(running);
    const answer = await go(browser);
    expect([401, 403]).toContain(answer.status);
    const inside = landed.get(browser) ?? browser;
    expect((await inside.call("GET", "/api/user/self")).status).toBe(401);
  });
});

describe("a sign-in that fails", () => {
  it("costs one password check for every name, known or not", async () => {
    const known = await aUser(running, { email: "known@example.org" });
    const names = {
      known: known.username,
      "by address": "known@example.org",
      unknown: "no-such-person",
      "unknown address": "unknown@example.org",
      disabled: (await aUser(running, { status: 2 })).username,
      deleted: (await aUser(running, { deleted_time: 5 })).username,
      "without a password": (await aUser(running, { password_hash: "" })).username,
    };
    const { verify } = running.passwords;
    const counts: Record<string, number> = {};
    const bodies = new Set<string>();
    for (const [name, username] of Object.entries(names)) {
      let checks = 0;
      running.passwords.verify = (hashed, password) => {
        checks += 1;
        return verify(hashed, password);
      };
      const form = { username, password: "wrong password" };
      const answer = await aBrowser(running).call("POST", "/api/user/login", form);
      counts[name] = checks;
      bodies.add(JSON.stringify({ ...answer.body, request_id: "" }) + String(answer.status));
    }
    running.passwords.verify = verify;
    expect(counts).toEqual(Object.fromEntries(Object.keys(names).map((name) => [name, 1])));
    expect([...bodies]).toHaveLength(1);
  });

  it("records neither the password nor, as a name, text that was typed into the wrong field", async () => {
    await aBrowser(running).call("POST", "/api/user/login", {
      username: "my-password-by-mistake",
      password: "wrong-one",
    });
    const entries = await running.database.queries.selectFrom("audit_entries").selectAll().execute();
    expect(JSON.stringify(entries) + running.logLines.join("")).not.toMatch(
      /my-password-by-mistake|wrong-one/,
    );
  });
});
