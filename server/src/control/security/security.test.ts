import type { RecoveryCodes, TwoFactorSecret } from "@tollgate/contract/two-factor";
import type { SessionEntry } from "@tollgate/contract/sessions";
import { roles } from "@tollgate/contract/access";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anAuthenticator, type PublicKeyOptions } from "../../../test/support/authenticator.ts";
import { asScript, client } from "../../../test/support/as-user.ts";
import { aBrowser, type Browser, statusesOf } from "../../../test/support/browser.ts";
import { aUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import { codeOf, setUpTwoFactor } from "../../../test/support/two-factor.ts";

let running: ControlApp;
beforeAll(async () => {
  running = await startControlApp();
});
afterAll(() => running.stop());

async function signedIn(values: Parameters<typeof aUser>[1] = {}) {
  const user = await aUser(running, values);
  const browser = aBrowser(running);
  await browser.signIn(user);
  return { user, browser };
}

const status = async (browser: Browser) => (await browser.call("GET", "/api/user/self")).status;
const audited = async (id: number) =>
  (
    await running.database.queries
      .selectFrom("audit_entries")
      .select("action")
      .where("actor_id", "=", id)
      .execute()
  ).map((entry) => entry.action);

describe("turning two-factor authentication on", () => {
  it("needs the password and a valid code, shows ten recovery codes, and ends other sessions", async () => {
    const { user, browser } = await signedIn();
    const elsewhere = aBrowser(running);
    await elsewhere.signIn(user);
    const begin = (current_password: string) =>
      browser.call<TwoFactorSecret>("POST", "/api/user/second_factor", { current_password });
    const rejected = await begin("wrong password");
    expect(rejected).toMatchObject({ status: 400, code: "user.password_wrong" });
    const { data } = await begin(user.password);
    expect(data.uri).toContain(`secret=${data.secret}`);
    const confirm = (code: string) =>
      browser.call<RecoveryCodes>("POST", "/api/user/second_factor/confirm", { code });
    const code = codeOf(running, data.secret);
    const wrong = await confirm(code === "000000" ? "000001" : "000000");
    expect(wrong).toMatchObject({ status: 400, code: "auth.second_factor_wrong" });
    expect((await browser.call("GET", "/api/user/second_factor")).data).toEqual({
      enabled: false,
      confirmed_time: 0,
      recovery_codes_left: 0,
    });
    const done = await confirm(`${code.slice(0, 3)} ${code.slice(3)}`);
    expect(done.data.recovery_codes).toHaveLength(10);
    expect(await status(browser)).toBe(200);
    expect(await status(elsewhere)).toBe(401);
    expect((await begin(user.password)).code).toBe("second_factor.already_on");
    expect((await confirm(codeOf(running, data.secret, 1))).code).toBe("second_factor.already_on");
    expect(await audited(user.id)).toContain("second_factor.enable");
  });

  it("happens once when it is confirmed twice at the same time", async () => {
    const { user, browser } = await signedIn();
    const stepUp = { current_password: user.password };
    const { data } = await browser.call<TwoFactorSecret>("POST", "/api/user/second_factor", stepUp);
    const body = { code: codeOf(running, data.secret) };
    const answers = await Promise.all([
      browser.call("POST", "/api/user/second_factor/confirm", body),
      browser.call("POST", "/api/user/second_factor/confirm", body),
    ]);
    expect(statusesOf(answers)).toEqual([200, 409]);
  });

  it("accepts no code of a secret that was replaced before it was confirmed", async () => {
    const { user, browser } = await signedIn();
    const begin = () =>
      browser.call<TwoFactorSecret>("POST", "/api/user/second_factor", {
        current_password: user.password,
      });
    const first = await begin();
    await begin();
    const code = codeOf(running, first.data.secret);
    expect((await browser.call("POST", "/api/user/second_factor/confirm", { code })).status).toBe(400);
  });
});

describe("changing two-factor authentication", () => {
  it("off needs password and code, ends other sessions and waiting sign-ins, and deletes everything", async () => {
    const { user, browser } = await signedIn();
    const app = await setUpTwoFactor(running, browser, user);
    const waiting = aBrowser(running);
    await waiting.signIn(user);
    const disable = (body: object) => browser.call("POST", "/api/user/second_factor/disable", body);
    expect((await disable({ code: app.code() })).code).toBe("user.password_wrong");
    expect((await disable({ current_password: user.password })).code).toBe("auth.second_factor_wrong");
    expect((await disable({ current_password: user.password, code: app.code() })).status).toBe(200);
    expect(await status(browser)).toBe(200);
    const late = await waiting.call("POST", "/api/user/login/second_factor", { code: app.code(1) });
    expect(late.code).toBe("auth.second_factor_expired");
    const row = await running.database.queries
      .selectFrom("users")
      .select(["totp_secret_encrypted", "totp_confirmed_time", "totp_last_step"])
      .where("id", "=", user.id)
      .executeTakeFirst();
    expect(row).toEqual({ totp_secret_encrypted: "", totp_confirmed_time: 0, totp_last_step: 0 });
    expect((await aBrowser(running).signIn(user)).status).toBe(200);
    expect((await disable({ current_password: user.password, code: "123456" })).code).toBe(
      "second_factor.off",
    );
  });

  it("creates new recovery codes that replace the old ones", async () => {
    const { user, browser } = await signedIn();
    const app = await setUpTwoFactor(running, browser, user);
    const fresh = await browser.call<RecoveryCodes>("POST", "/api/user/second_factor/recovery_codes", {
      current_password: user.password,
      recovery_code: app.recoveryCodes[0],
    });
    expect(fresh.data.recovery_codes).toHaveLength(10);
    const tab = aBrowser(running);
    await tab.signIn(user);
    const complete = (recovery_code: string | undefined) =>
      tab.call("POST", "/api/user/login/second_factor", { recovery_code });
    expect((await complete(app.recoveryCodes[1])).status).toBe(400);
    expect((await complete(fresh.data.recovery_codes[0])).status).toBe(200);
  });
});

describe("an account without a password", () => {
  it("may make sensitive changes within ten minutes of signing in, and later with a code", async () => {
    const { user, browser } = await signedIn();
    const { queries } = running.database;
    await queries.updateTable("users").set({ password_hash: "" }).where("id", "=", user.id).execute();
    const begin = (body: object) => browser.call<TwoFactorSecret>("POST", "/api/user/second_factor", body);
    running.clock.advance(599);
    expect((await begin({})).status).toBe(200);
    running.clock.advance(1);
    expect((await begin({})).code).toBe("auth.proof_required");
    expect((await begin({ code: "123456" })).code).toBe("auth.proof_required");
    const { data } = await begin({}).then(async () => {
      await queries
        .updateTable("sessions")
        .set({ created_time: running.clock.now() })
        .where("user_id", "=", user.id)
        .execute();
      return begin({});
    });
    const code = (steps = 0) => codeOf(running, data.secret, steps);
    await browser.call("POST", "/api/user/second_factor/confirm", { code: code() });
    running.clock.advance(3600);
    const makeToken = (body: object) => browser.call<string>("POST", "/api/user/token", body);
    expect((await makeToken({})).code).toBe("auth.proof_required");
    expect((await makeToken({ code: code() })).data).toMatch(/^\w{32}$/);
    expect((await makeToken({ code: code() })).code).toBe("auth.second_factor_wrong");
    running.clock.advance(30);
    const disable = { code: code() };
    expect((await browser.call("POST", "/api/user/second_factor/disable", disable)).status).toBe(200);
  });
});

describe("sessions", () => {
  const chrome =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

  it("are listed with device, place, time and method, and with no usable id", async () => {
    const user = await aUser(running);
    const here = aBrowser(running, { userAgent: chrome, ip: "198.51.100.7" });
    await here.signIn(user);
    running.clock.advance(60);
    const there = aBrowser(running);
    await there.signIn(user);
    const { data } = await here.call<SessionEntry[]>("GET", "/api/user/sessions");
    expect(data).toHaveLength(2);
    expect(data.find((one) => one.current)).toMatchObject({
      browser: "Chrome",
      system: "Windows",
      source_ip: "198.51.100.7",
      method: "password",
      created_time: running.clock.now() - 60,
    });
    const rows = await running.database.queries.selectFrom("sessions").selectAll().execute();
    for (const { id } of data) {
      const thief = aBrowser(running, { cookies: new Map([["session", id]]) });
      expect(await status(thief)).toBe(401);
      expect(JSON.stringify(rows)).not.toContain(id);
    }
  });

  it("end one by one and all but one's own, and never another user's", async () => {
    const { user, browser } = await signedIn();
    const others = [aBrowser(running), aBrowser(running), aBrowser(running)];
    for (const other of others) await other.signIn(user);
    const list = async () => (await browser.call<SessionEntry[]>("GET", "/api/user/sessions")).data;
    const [one] = (await list()).filter((entry) => !entry.current);
    const stranger = (await signedIn()).browser;
    expect((await stranger.call("DELETE", `/api/user/sessions/${one?.id}`)).code).toBe("session.not_found");
    expect((await browser.call("DELETE", `/api/user/sessions/${one?.id}`)).status).toBe(200);
    expect((await browser.call("DELETE", `/api/user/sessions/${one?.id}`)).code).toBe("session.not_found");
    expect(await list()).toHaveLength(3);
    expect((await browser.call("DELETE", "/api/user/sessions")).data).toEqual({ ended: 2 });
    expect(await Promise.all(others.map(status))).toEqual([401, 401, 401]);
    expect(await status(browser)).toBe(200);
    expect(await status(stranger)).toBe(200);
    expect(await audited(user.id)).toContain("session.end");
  });
});

describe("where administrators must use two-factor authentication", () => {
  const asAdmin = (browser: Browser) => browser.call("GET", "/api/group/");

  it("rejects administrator endpoints until they have one, and nothing else", async () => {
    const { user, browser } = await signedIn({ role: roles.admin });
    await running.set("AdminSecondFactorRequired", true);
    expect(await asAdmin(browser)).toMatchObject({ status: 403, code: "auth.second_factor_setup_required" });
    const self = await browser.call("GET", "/api/user/self");
    expect(self).toMatchObject({ status: 200, data: { second_factor_due: true, second_factor: false } });
    const app = await setUpTwoFactor(running, browser, user);
    expect((await asAdmin(browser)).status).toBe(200);
    const off = { current_password: user.password, code: app.code() };
    await browser.call("POST", "/api/user/second_factor/disable", off);
    expect((await asAdmin(browser)).code).toBe("auth.second_factor_setup_required");
    const ordinary = await signedIn();
    expect((await ordinary.browser.call("GET", "/api/token/")).status).toBe(200);
    expect((await asAdmin(ordinary.browser)).code).toBe("auth.forbidden");
    await running.set("AdminSecondFactorRequired", false);
    expect((await asAdmin(browser)).status).toBe(200);
  });

  it("admits a passkey that verified its user, and scripts of those who have a factor", async () => {
    const user = await aUser(running, { role: roles.admin });
    const script = await asScript(running, user);
    const browser = aBrowser(running);
    await browser.signIn(user);
    await running.set("AdminSecondFactorRequired", true);
    expect((await script.get("/api/group/")).code).toBe("auth.second_factor_setup_required");
    const authenticator = anAuthenticator();
    const send = async (from: Browser, url: string, body: object) =>
      (await from.call<{ publicKey: PublicKeyOptions }>("POST", url, body)).data.publicKey;
    const stepUp = { current_password: user.password };
    const wanted = await send(browser, "/api/webauthn/registration/begin", stepUp);
    await browser.call("POST", "/api/webauthn/registration/finish", authenticator.register(wanted));
    expect((await asAdmin(browser)).status).toBe(403);
    expect((await script.get("/api/group/")).status).toBe(200);
    const enter = async (userVerified: boolean) => {
      const from = aBrowser(running);
      const options = await send(from, "/api/webauthn/login/begin", {});
      await from.call("POST", "/api/webauthn/login/finish", authenticator.sign(options, { userVerified }));
      return from;
    };
    expect((await asAdmin(await enter(false))).status).toBe(403);
    const strong = await enter(true);
    expect((await asAdmin(strong)).status).toBe(200);
    const [passkey] = (await strong.call<{ id: number }[]>("GET", "/api/webauthn/credentials")).data;
    await strong.call("DELETE", `/api/webauthn/credentials/${passkey?.id}`, stepUp);
    expect((await asAdmin(strong)).status).toBe(403);
    expect((await script.get("/api/group/")).status).toBe(403);
    await running.set("AdminSecondFactorRequired", false);
  });
});

it("slows guessing the password of a change", async () => {
  const { browser } = await signedIn();
  const guess = () => browser.call("POST", "/api/user/second_factor", { current_password: "wrong password" });
  const answers = await Promise.all(Array.from({ length: 12 }, guess));
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(2);
});

it("a caller with an access token has no session to keep or to show", async () => {
  const user = await aUser(running);
  const script = await asScript(running, user);
  const { data } = await script.get<SessionEntry[]>("/api/user/sessions");
  expect(data.map((one) => one.current)).toEqual([false]);
  expect((await client(running).get("/api/user/sessions")).status).toBe(401);
});
