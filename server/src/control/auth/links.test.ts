import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asScript } from "../../../test/support/as-user.ts";
import { aBrowser, type Browser } from "../../../test/support/browser.ts";
import { aUser, type TestUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import type { GitHubStandIn } from "../../../test/support/github-stand-in.ts";
import { setUpTwoFactor } from "../../../test/support/two-factor.ts";
import { bringBack, linksOf, withGitHub } from "../../../test/support/services.ts";
import {
  startWeChatBridgeStandIn,
  type WeChatBridgeStandIn,
} from "../../../test/support/wechat-bridge-stand-in.ts";

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
  // No server listens there: the tests see which one would have been called.
  await running.set("OIDCIssuer", "http://127.0.0.1:1");
  await running.set("OIDCClientId", "id");
  await running.set("OIDCAuthEnabled", true);
});
afterAll(async () => {
  await Promise.all([github.stop(), bridge.stop()]);
  await running.stop();
});

let codes = 0;
function weChatCode(): string {
  codes += 1;
  const code = `link-${codes}`;
  bridge.codes.set(code, `wx-link-${codes}`);
  return code;
}

/** A user who signed in longer ago than ten minutes. */
async function signedInEarlier(): Promise<{ user: TestUser; browser: Browser }> {
  const user = await aUser(running);
  const browser = aBrowser(running);
  await browser.signIn(user);
  running.clock.advance(601);
  return { user, browser };
}

const forgetPassword = (user: TestUser) =>
  running.database.queries
    .updateTable("users")
    .set({ password_hash: "" })
    .where("id", "=", user.id)
    .execute();

/** Every endpoint that links or unlinks, and its response once it is admitted. */
const calls: [name: string, url: string, form: () => object, passed: string | undefined][] = [
  ["beginning to link GitHub", "/api/oauth/state", () => ({ method: "github" }), undefined],
  ["beginning to link OIDC", "/api/oauth/endpoint", () => ({}), "oauth.unreachable"],
  ["linking WeChat", "/api/oauth/wechat/bind", () => ({ wechat_code: weChatCode() }), undefined],
  ["unlinking", "/api/user/unbind", () => ({ type: "lark" }), "user.not_linked"],
];

describe.each(calls)("%s", (_name, url, form, passed) => {
  it("requires the owner's password", async () => {
    const { user, browser } = await signedInEarlier();
    const send = async (stepUp: object) => (await browser.call("POST", url, { ...form(), ...stepUp })).code;
    expect(await send({})).toBe("user.password_wrong");
    expect(await send({ current_password: "a wrong guess" })).toBe("user.password_wrong");
    expect(await linksOf(running, user.id)).toMatchObject({ wechat_id: "" });
    expect(await send({ current_password: user.password })).toBe(passed);
  });

  it("requires of accounts without a password a sign-in of the last ten minutes, or a code", async () => {
    const { user, browser } = await signedInEarlier();
    const home = aBrowser(running);
    await home.signIn(user);
    const app = await setUpTwoFactor(running, home, user);
    await forgetPassword(user);
    // Enabling two-factor authentication has ended the other session.
    expect((await browser.call("POST", url, form())).status).toBe(401);
    expect((await home.call("POST", url, form())).code).toBe(passed);
    running.clock.advance(600);
    expect((await home.call("POST", url, form())).code).toBe("auth.proof_required");
    const again = await home.call("POST", url, { ...form(), code: app.code() });
    // The first link still exists.
    expect(again.code).toBe(url.endsWith("wechat/bind") ? "user.linked_already" : passed);
  });
});

it.each([
  "/api/oauth/state?method=github",
  "/api/oauth/endpoint",
  "/api/oauth/wechat?code=never-called",
  "/api/oauth/wechat/bind?code=never-called",
])("the family's GET %s only links within ten minutes of signing in", async (url) => {
  const { user, browser } = await signedInEarlier();
  const rejected = await browser.call("GET", url);
  expect([rejected.status, rejected.code]).toEqual([403, "auth.proof_required"]);
  expect(bridge.calls).not.toContain("never-called");
  const fresh = aBrowser(running);
  await fresh.signIn(user);
  expect((await fresh.call("GET", url)).code).not.toBe("auth.proof_required");
  bridge.calls.length = 0;
  // An access token is no sign-in.
  expect((await (await asScript(running, user)).get(url)).code).toBe("auth.proof_required");
});

it("a state that was issued for a password links in the session that requested it, and signs no one else in", async () => {
  const { user, browser } = await signedInEarlier();
  const form = { method: "github", current_password: user.password };
  const { data: state } = await browser.call<string>("POST", "/api/oauth/state", form);
  const code = github.code({ id: 4711, login: "proven" });
  expect((await bringBack(aBrowser(running), "github", { code, state })).status).toBe(403);
  expect((await bringBack(browser, "github", { code, state })).body).toMatchObject({ message: "bind" });
  expect(await linksOf(running, user.id)).toMatchObject({ github_id: "4711" });
});
