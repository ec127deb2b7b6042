import { generateSync } from "otplib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aBrowser, statusesOf } from "../../../test/support/browser.ts";
import { aUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import { setUpTwoFactor } from "../../../test/support/two-factor.ts";
import { newRecoveryCodes } from "./recovery-codes.ts";
import { codeRule } from "./service.ts";
import { findTotpStep, newTotpSecret, totpAddress } from "./totp.ts";

let running: ControlApp;
beforeAll(async () => {
  running = await startControlApp();
});
afterAll(() => running.stop());

/** A user with two-factor authentication enabled, who has just entered the password in another browser. */
async function atTheSecondStep() {
  const user = await aUser(running);
  const home = aBrowser(running);
  await home.signIn(user);
  const app = await setUpTwoFactor(running, home, user);
  const browser = aBrowser(running);
  const first = await browser.signIn(user);
  const complete = (body: object, from = browser) => from.call("POST", "/api/user/login/second_factor", body);
  return { user, home, app, browser, first, complete };
}

describe("codes", () => {
  it("are those of RFC 6238, of this step and its neighbors alone", async () => {
    // The RFC's test secret "12345678901234567890" in base32; its table gives 94287082 for second 59 with eight digits.
    const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
    expect(await findTotpStep(secret, "287082", 59)).toBe(1);
    expect(await findTotpStep(secret, "287082", 29)).toBe(1);
    expect(await findTotpStep(secret, "287082", 60)).toBe(1);
    expect(await findTotpStep(secret, "287082", 89)).toBe(1);
    expect(await findTotpStep(secret, "287082", 90)).toBeUndefined();
    for (const wrong of ["287083", "", "28708", "2870820", "２８７０８２", "abcdef"])
      expect([wrong, await findTotpStep(secret, wrong, 59)]).toEqual([wrong, undefined]);
  });

  it("belong to a secret of 160 bits whose address names site and account", async () => {
    const secret = await newTotpSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const address = new URL(await totpAddress(secret, { issuer: "Acme & Söhne", label: "ada" }));
    expect(address.protocol).toBe("otpauth:");
    expect(address.searchParams.get("secret")).toBe(secret);
    expect(address.searchParams.get("issuer")).toBe("Acme & Söhne");
  });
});

describe("recovery codes", () => {
  it("are ten different ones, without look-alike characters", () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[abcdefghjkmnpqrstuvwxyz23456789]{5}-[a-z2-9]{5}$/);
  });
});

describe("signing in with two-factor authentication", () => {
  it("requires the code before it starts a session, and rotates the id when it was correct", async () => {
    const { user, app, browser, first, complete } = await atTheSecondStep();
    expect(first).toMatchObject({ status: 403, code: "auth.second_factor_required", data: undefined });
    const waiting = browser.cookie("session");
    expect(String(first.headers["set-cookie"])).toMatch(/^session=\w{43}; Max-Age=600;.*HttpOnly/);
    expect((await browser.call("GET", "/api/user/self")).code).toBe("auth.required");
    expect(browser.cookie("session")).toBe(waiting);
    const done = await complete({ code: app.code() });
    expect(done).toMatchObject({ status: 200, data: { username: user.username } });
    expect(browser.cookie("session")).not.toBe(waiting);
    expect((await browser.call("GET", "/api/user/self")).status).toBe(200);
    const stale = aBrowser(running, { cookies: new Map([["session", waiting ?? ""]]) });
    expect((await stale.call("GET", "/api/user/self")).status).toBe(401);
    expect((await complete({ code: app.code(1) }, stale)).code).toBe("auth.second_factor_expired");
  });

  it("accepts a code once, also when it arrives twice at the same time", async () => {
    const { user, app, browser, complete } = await atTheSecondStep();
    const other = aBrowser(running);
    await other.signIn(user);
    const code = app.code();
    const answers = await Promise.all([complete({ code }), complete({ code }, other)]);
    expect(statusesOf(answers)).toEqual([200, 400]);
    const late = answers[0].status === 200 ? other : browser;
    expect((await complete({ code }, late)).code).toBe("auth.second_factor_wrong");
    expect((await complete({ code: app.code(-1) }, late)).code).toBe("auth.second_factor_wrong");
    running.clock.advance(30);
    expect((await complete({ code: app.code() }, late)).status).toBe(200);
  });

  it("accepts a recovery code once, also when it arrives twice at the same time", async () => {
    const { user, home, app, complete } = await atTheSecondStep();
    const [code = ""] = app.recoveryCodes;
    const tabs = [aBrowser(running), aBrowser(running), aBrowser(running)];
    for (const tab of tabs) await tab.signIn(user);
    const written = code.toUpperCase().replace("-", " ");
    const answers = await Promise.all(tabs.map((tab) => complete({ recovery_code: written }, tab)));
    expect(statusesOf(answers)).toEqual([200, 400, 400]);
    const rejected = answers.find((answer) => answer.status === 400);
    expect(rejected?.body.fields?.[0]?.path).toBe("recovery_code");
    const state = await home.call("GET", "/api/user/second_factor");
    expect(state.data).toMatchObject({ enabled: true, recovery_codes_left: 9 });
  });

  it("starts one session when one sign-in is completed twice at the same time", async () => {
    const { app, browser, complete } = await atTheSecondStep();
    const tab = browser.copy();
    const answers = await Promise.all([
      complete({ code: app.code() }),
      complete({ recovery_code: app.recoveryCodes[0] }, tab),
    ]);
    expect(statusesOf(answers)).toEqual([200, 401]);
  });

  it("ends after five wrong codes, parallel ones too, and after ten minutes", async () => {
    const { app, browser, complete } = await atTheSecondStep();
    const wrong = app.code() === "000000" ? "000001" : "000000";
    const tries = await Promise.all(
      Array.from({ length: 7 }, () => complete({ code: wrong }, browser.copy())),
    );
    expect(tries.filter((answer) => answer.code === "auth.second_factor_wrong")).toHaveLength(5);
    expect(tries.filter((answer) => answer.code === "auth.second_factor_expired")).toHaveLength(2);
    expect((await complete({ code: app.code() })).code).toBe("auth.second_factor_expired");
    const slow = await atTheSecondStep();
    running.clock.advance(600);
    expect((await slow.complete({ code: slow.app.code() })).status).toBe(401);
    expect(
      (await aBrowser(running).call("POST", "/api/user/login/second_factor", { code: "123456" })).status,
    ).toBe(401);
  });

  it("slows guessing across sign-ins", async () => {
    const { user, app, complete } = await atTheSecondStep();
    const wrong = app.code() === "000000" ? "000001" : "000000";
    const answers = [];
    for (let tries = 0; tries < codeRule.limit + 1; tries += 1) {
      const browser = aBrowser(running);
      await browser.signIn(user);
      answers.push(await complete({ code: wrong }, browser));
    }
    expect(answers.at(-1)).toMatchObject({ status: 429, code: "request.rate_limited" });
    expect(answers.filter((answer) => answer.status === 400)).toHaveLength(codeRule.limit);
  });

  it("rejects an empty form, and an account that was disabled in the meantime", async () => {
    const { user, app, complete } = await atTheSecondStep();
    const empty = await complete({});
    expect(empty).toMatchObject({ status: 400, code: "request.invalid" });
    expect(empty.body.fields?.[0]?.path).toBe("code");
    const { queries } = running.database;
    await queries.updateTable("users").set({ status: 2 }).where("id", "=", user.id).execute();
    expect((await complete({ code: app.code() })).code).toBe("auth.user_disabled");
  });

  it("cannot be bypassed with the waiting session, on any endpoint", async () => {
    const { browser } = await atTheSecondStep();
    for (const [method, url] of [
      ["GET", "/api/user/token"],
      ["GET", "/api/user/sessions"],
      ["POST", "/api/user/second_factor/disable"],
      ["GET", "/api/token/"],
    ] as const)
      expect([url, (await browser.call(method, url, method === "POST" ? {} : undefined)).status]).toEqual([
        url,
        401,
      ]);
  });
});

it("stores no secret or code in clear", async () => {
  const { user, app } = await atTheSecondStep();
  const { queries } = running.database;
  const row = await queries
    .selectFrom("users")
    .selectAll()
    .where("id", "=", user.id)
    .executeTakeFirstOrThrow();
  const codes = await queries.selectFrom("recovery_codes").selectAll().execute();
  expect(row.totp_secret_encrypted).toMatch(/^v1\./);
  const text = JSON.stringify([row, codes]) + running.logLines.join("");
  for (const code of app.recoveryCodes) expect(text).not.toContain(code);
  const { totpSecretOf } = {
    totpSecretOf: running.secretBox.open(row.totp_secret_encrypted, `users.totp_secret_encrypted:${user.id}`),
  };
  expect(generateSync({ secret: totpSecretOf, epoch: running.clock.now() })).toBe(app.code());
  expect(text).not.toContain(totpSecretOf);
});
