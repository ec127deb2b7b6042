import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { aBrowser } from "../../../../../test/support/browser.ts";
import { type ControlApp, startControlApp } from "../../../../../test/support/control-app.ts";
import {
  type LarkPerson,
  type LarkStandIn,
  startLarkStandIn,
} from "../../../../../test/support/lark-stand-in.ts";
import { bringBack, linksOf, stateFor } from "../../../../../test/support/services.ts";

let running: ControlApp;
let lark: LarkStandIn;
beforeAll(async () => {
  running = await startControlApp();
  lark = await startLarkStandIn();
  await running.set("LarkAddress", lark.url);
  await running.set("LarkClientId", lark.appId);
  await running.set("LarkClientSecret", lark.appSecret);
  await running.set("LarkAuthEnabled", true);
});
beforeEach(() => lark.faults.clear());
afterAll(async () => {
  await lark.stop();
  await running.stop();
});

async function signIn(person: LarkPerson) {
  const browser = aBrowser(running);
  const state = await stateFor(browser, "method=lark");
  return { browser, answer: await bringBack(browser, "lark", { code: lark.code(person), state }), state };
}

it("creates an account of the person and finds it again, under any name", async () => {
  const person = { open_id: "ou_1", name: "张三丰", avatar_url: "https://lark.example/a.png" };
  const { answer } = await signIn(person);
  expect(answer.data).toMatchObject({
    username: "张三丰",
    display_name: "张三丰",
    email: "",
    avatar_url: person.avatar_url,
  });
  expect(await linksOf(running, answer.data?.id ?? 0)).toMatchObject({ lark_id: "ou_1", email_verified: 0 });
  const again = await signIn({ ...person, name: "李四", en_name: "Li Si" });
  expect(again.answer.data?.id).toBe(answer.data?.id);
});

it("names people after the service if their name is too short or invalid", async () => {
  expect((await signIn({ open_id: "ou_2", name: "李四" })).answer.data?.username).toBe("lark_李四");
  expect((await signIn({ open_id: "ou_3", name: "🐣" })).answer.data?.username).toMatch(/^lark_\w{8}$/);
  expect((await signIn({ open_id: "ou_4", name: "李四", en_name: "Li Si" })).answer.data?.username).toBe(
    "Li-Si",
  );
});

it("links the account to the signed-in user", async () => {
  const { browser, answer } = await signIn({ open_id: "ou_5", name: "someone" });
  await browser.call("POST", "/api/user/unbind", { type: "lark" });
  expect(answer.status).toBe(200);
  const state = await stateFor(browser, "method=lark");
  const code = lark.code({ open_id: "ou_6", name: "other" });
  // The first account could not be unlinked, so a second one is rejected.
  expect((await bringBack(browser, "lark", { code, state })).code).toBe("user.linked_already");
  const same = await stateFor(browser, "method=lark");
  const own = lark.code({ open_id: "ou_5", name: "someone" });
  expect((await bringBack(browser, "lark", { code: own, state: same })).body.message).toBe("bind");
});

it("distinguishes a wrong secret from a wrong code", async () => {
  const browser = aBrowser(running);
  const rejected = await bringBack(browser, "lark", {
    code: "made-up",
    state: await stateFor(browser, "method=lark"),
  });
  expect([rejected.status, rejected.code]).toEqual([400, "oauth.refused"]);
  await running.set("LarkClientSecret", "wrong");
  expect((await signIn({ open_id: "ou_7", name: "someone" })).answer.code).toBe("oauth.misconfigured");
  await running.set("LarkClientSecret", lark.appSecret);
});

it("retries where Lark did not receive the code, and not where it did", async () => {
  const browser = aBrowser(running);
  const state = await stateFor(browser, "method=lark");
  const code = lark.code({ open_id: "ou_8", name: "patient" });
  lark.faults.set("/open-apis/auth/v3/app_access_token/internal/", ["cut"]);
  expect((await bringBack(browser, "lark", { code, state })).code).toBe("oauth.unreachable");
  lark.faults.set("/open-apis/authen/v1/user_info", [{ status: 500, text: "" }]);
  expect((await bringBack(browser, "lark", { code, state })).code).toBe("oauth.broken_off");
  expect((await bringBack(browser, "lark", { code, state })).code).toBe("oauth.state_unknown");
});
