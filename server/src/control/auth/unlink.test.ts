import { afterAll, beforeAll, expect, it } from "vitest";
import { asUser } from "../../../test/support/as-user.ts";
import { aBrowser } from "../../../test/support/browser.ts";
import { aUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import type { GitHubStandIn } from "../../../test/support/github-stand-in.ts";
import { bringBack, linksOf, signInByGitHub, stateFor, withGitHub } from "../../../test/support/services.ts";

let running: ControlApp;
let github: GitHubStandIn;
beforeAll(async () => {
  running = await startControlApp();
  github = await withGitHub(running);
});
afterAll(async () => {
  await github.stop();
  await running.stop();
});

it("unlinks a linked account, and writes an audit entry without secrets", async () => {
  const user = await aUser(running);
  const browser = aBrowser(running);
  await browser.signIn(user);
  const state = await stateFor(browser);
  await bringBack(browser, "github", { code: github.code({ id: 9001, login: "linked" }), state });
  const stepUp = { current_password: user.password };
  expect((await browser.call("POST", "/api/user/unbind", { type: "github", ...stepUp })).status).toBe(200);
  expect(await linksOf(running, user.id)).toMatchObject({ github_id: "", github_login: "" });
  const missing = await browser.call("POST", "/api/user/unbind", { type: "github", ...stepUp });
  expect([missing.status, missing.code]).toEqual([409, "user.not_linked"]);
  const entries = await running.database.queries
    .selectFrom("audit_entries")
    .select(["action", "detail"])
    .where("actor_id", "=", user.id)
    .where("action", "in", ["user.link", "user.unlink"])
    .orderBy("id")
    .execute();
  expect(entries).toEqual([
    { action: "user.link", detail: '{"by":"github"}' },
    { action: "user.unlink", detail: '{"by":"github"}' },
  ]);
});

it("keeps the last sign-in method, also of two that are removed concurrently", async () => {
  const browser = aBrowser(running);
  const { data } = await signInByGitHub(browser, github, { id: 9002, login: "only-github" });
  const id = data?.id ?? 0;
  const rejected = await browser.call("POST", "/api/user/unbind", { type: "github" });
  expect([rejected.status, rejected.code]).toEqual([409, "user.last_sign_in"]);

  const setLarkOn = async (on: boolean) => {
    await running.set("LarkClientId", "cli");
    await running.set("LarkClientSecret", "secret");
    await running.set("LarkAuthEnabled", on);
  };
  await running.database.queries.updateTable("users").set({ lark_id: "ou_1" }).where("id", "=", id).execute();
  // A disabled service signs no one in.
  await setLarkOn(false);
  expect((await browser.call("POST", "/api/user/unbind", { type: "github" })).code).toBe("user.last_sign_in");
  await setLarkOn(true);
  const both = await Promise.all(
    ["github", "lark"].map((type) => browser.call("POST", "/api/user/unbind", { type })),
  );
  expect(both.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

it("counts a password and a passkey as sign-in methods", async () => {
  const browser = aBrowser(running);
  const { data } = await signInByGitHub(browser, github, { id: 9003, login: "with-passkey" });
  await running.database.queries
    .insertInto("passkeys")
    .values({
      user_id: data?.id ?? 0,
      credential_id: "credential",
      public_key: "key",
      counter: 0,
      transports: "[]",
      backed_up: 0,
      alias: "laptop",
      created_time: 1,
      last_used_time: 0,
    })
    .execute();
  await running.set("PasskeyLoginEnabled", false);
  expect((await browser.call("POST", "/api/user/unbind", { type: "github" })).code).toBe("user.last_sign_in");
  await running.set("PasskeyLoginEnabled", true);
  expect((await browser.call("POST", "/api/user/unbind", { type: "github" })).status).toBe(200);
});

it("rejects an unknown service, and requires nothing of other sites' pages", async () => {
  const user = await aUser(running);
  const browser = await asUser(running, user);
  const unknown = await browser.post("/api/user/unbind", { type: "password" });
  expect([unknown.status, unknown.body.fields?.[0]?.path]).toEqual([400, "type"]);
});
