import type { User } from "@tollgate/contract/users";
import { afterAll, beforeAll, expect, it } from "vitest";
import { client } from "../../../../../test/support/as-user.ts";
import { aBrowser, type Browser } from "../../../../../test/support/browser.ts";
import { aUser } from "../../../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../../../test/support/control-app.ts";
import { linksOf } from "../../../../../test/support/services.ts";
import {
  startWeChatBridgeStandIn,
  type WeChatBridgeStandIn,
} from "../../../../../test/support/wechat-bridge-stand-in.ts";

let running: ControlApp;
let bridge: WeChatBridgeStandIn;
beforeAll(async () => {
  running = await startControlApp();
  bridge = await startWeChatBridgeStandIn();
  await running.set("WeChatServerAddress", bridge.url);
  await running.set("WeChatServerToken", bridge.token);
  await running.set("WeChatAuthEnabled", true);
});
afterAll(async () => {
  await bridge.stop();
  await running.stop();
});

let count = 0;
/** A code that the account gave to a person. */
function codeOf(person: string): string {
  count += 1;
  const code = String(100_000 + count);
  bridge.codes.set(code, person);
  return code;
}
const bring = (browser: Browser, code: string) =>
  browser.call<User | null>("GET", `/api/oauth/wechat?code=${code}`);

it("signs in with a code, and finds the account again", async () => {
  const browser = aBrowser(running);
  const first = await bring(browser, codeOf("wx-1"));
  expect(first.data?.username).toMatch(/^wechat_\w{8}$/);
  expect(await linksOf(running, first.data?.id ?? 0)).toMatchObject({ wechat_id: "wx-1" });
  expect((await browser.call("GET", "/api/user/self")).status).toBe(200);
  expect((await bring(aBrowser(running), codeOf("wx-1"))).data?.id).toBe(first.data?.id);
});

it("accepts a code once, of several concurrent attempts one", async () => {
  const code = codeOf("wx-2");
  const answers = await Promise.all([1, 2, 3, 4].map(() => bring(aBrowser(running), code)));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  const later = await bring(aBrowser(running), code);
  expect([later.status, later.code]).toEqual([400, "oauth.wechat_code_wrong"]);
});

it("gives the same response to codes that are wrong or have expired", async () => {
  const wrong = await bring(aBrowser(running), "000000");
  const expired = codeOf("wx-3");
  bridge.codes.delete(expired);
  const late = await bring(aBrowser(running), expired);
  expect([wrong.code, late.code]).toEqual(["oauth.wechat_code_wrong", "oauth.wechat_code_wrong"]);
});

it("allows another attempt with a code for which the bridge did not respond", async () => {
  const code = codeOf("wx-4");
  bridge.faults.push("cut");
  const silent = await bring(aBrowser(running), code);
  expect([silent.status, silent.code]).toEqual([502, "oauth.unreachable"]);
  expect((await bring(aBrowser(running), code)).status).toBe(200);
});

it("reports that the bridge rejects the token", async () => {
  await running.set("WeChatServerToken", "wrong");
  const answer = await bring(aBrowser(running), codeOf("wx-5"));
  expect(answer.code).toBe("oauth.misconfigured");
  expect(answer.text).not.toContain('wrong"');
  await running.set("WeChatServerToken", bridge.token);
});

it("links the account to the signed-in user, at either address", async () => {
  const [ada, eve] = [await aUser(running), await aUser(running)];
  const adas = aBrowser(running);
  await adas.signIn(ada);
  const linked = await adas.call("GET", `/api/oauth/wechat/bind?code=${codeOf("wx-6")}`);
  expect(linked.body).toMatchObject({ success: true, data: null });
  expect(await linksOf(running, ada.id)).toMatchObject({ wechat_id: "wx-6" });
  const eves = aBrowser(running);
  await eves.signIn(eve);
  expect((await bring(eves, codeOf("wx-6"))).code).toBe("user.link_taken");
  expect((await bring(eves, codeOf("wx-7"))).body).toMatchObject({ message: "bind", data: null });
  expect((await bring(eves, codeOf("wx-8"))).code).toBe("user.linked_already");
});

it("does nothing for a link on another site: neither signs in nor links", async () => {
  const ada = await aUser(running);
  const browser = aBrowser(running);
  await browser.signIn(ada);
  const cookie = `session=${browser.cookie("session")}`;
  // Over plain HTTP browsers send no Sec-Fetch headers.
  for (const headers of [
    { accept: "text/html,*/*" },
    { "sec-fetch-mode": "navigate", "sec-fetch-site": "none" },
  ]) {
    const code = codeOf("wx-evil");
    const visitor = await client(running, headers).get(`/api/oauth/wechat?code=${code}`);
    expect([visitor.status, visitor.code]).toEqual([403, "oauth.opened_directly"]);
    expect(visitor.headers["set-cookie"]).toBeUndefined();
    for (const path of ["wechat", "wechat/bind"]) {
      const victim = await client(running, { ...headers, cookie }).get(`/api/oauth/${path}?code=${code}`);
      expect(victim.code).toBe("oauth.opened_directly");
    }
  }
  expect(await linksOf(running, ada.id)).toMatchObject({ wechat_id: "" });
  expect(bridge.calls).not.toContain("wx-evil");
});
