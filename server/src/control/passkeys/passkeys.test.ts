import type { Passkey } from "@tollgate/contract/passkeys";
import type { SessionEntry } from "@tollgate/contract/sessions";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Authenticator,
  anAuthenticator,
  type PublicKeyOptions,
} from "../../../test/support/authenticator.ts";
import { aBrowser, type Browser, browserOrigin, statusesOf } from "../../../test/support/browser.ts";
import { aUser, type TestUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import { setUpTwoFactor } from "../../../test/support/two-factor.ts";
import { findRelyingParty } from "./relying-party.ts";

let running: ControlApp;
beforeAll(async () => {
  running = await startControlApp();
});
afterAll(() => running.stop());

interface Begun {
  publicKey: PublicKeyOptions & Record<string, unknown>;
}

async function begin(browser: Browser, user: TestUser, alias = "laptop") {
  const form = { alias, current_password: user.password };
  return browser.call<Begun>("POST", "/api/webauthn/registration/begin", form);
}

const finish = (browser: Browser, body: object) =>
  browser.call<Passkey>("POST", "/api/webauthn/registration/finish", body);

async function addPasskey(browser: Browser, user: TestUser, authenticator = anAuthenticator()) {
  const { data } = await begin(browser, user);
  const added = await finish(browser, authenticator.register(data.publicKey));
  if (added.status !== 200) throw new Error(added.text);
  return { authenticator, passkey: added.data };
}

/** A user with a passkey, signed in at home. */
async function withPasskey(values: Parameters<typeof aUser>[1] = {}) {
  const user = await aUser(running, values);
  const home = aBrowser(running);
  await home.signIn(user);
  return { user, home, ...(await addPasskey(home, user)) };
}

async function options(browser: Browser): Promise<PublicKeyOptions> {
  const begun = await browser.call<Begun>("POST", "/api/webauthn/login/begin", { username: "anybody" });
  return begun.data.publicKey;
}

const login = (browser: Browser, body: object) => browser.call("POST", "/api/webauthn/login/finish", body);

async function signIn(
  authenticator: Authenticator,
  habits: Parameters<Authenticator["sign"]>[1] = {},
  browser = aBrowser(running),
) {
  return login(browser, authenticator.sign(await options(browser), habits));
}

describe("adding a passkey", () => {
  it("needs the password, requests a discoverable key and contains no user data in the handle", async () => {
    const user = await aUser(running);
    const browser = aBrowser(running);
    await browser.signIn(user);
    const rejected = await begin(browser, { ...user, password: "wrong" });
    expect(rejected).toMatchObject({ status: 400, code: "user.password_wrong" });
    const { data } = await begin(browser, user);
    expect(data.publicKey).toMatchObject({
      rp: { id: "gate.example.org", name: "Tollgate" },
      authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
      attestation: "none",
      excludeCredentials: [],
    });
    expect(data.publicKey.user?.id).toMatch(/^[\w-]{43}$/);
    const added = await finish(browser, anAuthenticator().register(data.publicKey));
    expect(added.data).toMatchObject({ alias: "laptop", last_used_time: 0, backed_up: false });
    const list = await browser.call<Passkey[]>("GET", "/api/webauthn/credentials");
    expect(list.data).toEqual([added.data]);
    const again = await begin(browser, user);
    expect(again.data.publicKey).toMatchObject({ excludeCredentials: [{ id: added.data.credential_id }] });
  });

  it("accepts a challenge once, from the same browser and user, within five minutes", async () => {
    const user = await aUser(running);
    const browser = aBrowser(running);
    await browser.signIn(user);
    const first = await begin(browser, user);
    const answers = [anAuthenticator(), anAuthenticator()].map((one) => one.register(first.data.publicKey));
    const tabs = [browser.copy(), browser.copy()];
    const both = await Promise.all(answers.map((body, index) => finish(tabs[index] ?? browser, body)));
    expect(statusesOf(both)).toEqual([200, 400]);

    const second = await begin(browser, user);
    const stranger = aBrowser(running);
    await stranger.signIn(await aUser(running));
    const stolen = await finish(stranger, anAuthenticator().register(second.data.publicKey));
    expect(stolen.code).toBe("passkey.challenge_expired");
    running.clock.advance(300);
    const late = await finish(browser, anAuthenticator().register(second.data.publicKey));
    expect(late.code).toBe("passkey.challenge_expired");
  });

  it("rejects another origin, another name, another challenge, invalid data, and the same key for two users", async () => {
    const { user, home, authenticator } = await withPasskey();
    for (const habits of [{ origin: "https://evil.example" }, { rpId: "evil.example" }]) {
      const { data } = await begin(home, user);
      const answer = await finish(home, anAuthenticator().register(data.publicKey, habits));
      expect(answer).toMatchObject({ status: 400, code: "passkey.refused" });
    }
    const { data } = await begin(home, user);
    const other = anAuthenticator().register({ ...data.publicKey, challenge: "AAAA" });
    expect((await finish(home, other)).code).toBe("passkey.refused");
    await begin(home, user);
    const nonsense = { ...other, response: { clientDataJSON: "AAAA", attestationObject: "AAAA" } };
    expect((await finish(home, nonsense)).code).toBe("passkey.refused");
    expect((await finish(home, { id: "x" })).code).toBe("request.invalid");
    const thief = await aUser(running);
    const browser = aBrowser(running);
    await browser.signIn(thief);
    const begun = await begin(browser, thief);
    const taken = await finish(browser, authenticator.register(begun.data.publicKey));
    expect(taken).toMatchObject({ status: 409, code: "passkey.exists" });
  });
});

describe("signing in with a passkey", () => {
  it("needs no name, starts a session, and records the use", async () => {
    const { user, home, authenticator } = await withPasskey();
    const browser = aBrowser(running);
    const received = await options(browser);
    expect(received).toMatchObject({ rpId: "gate.example.org", userVerification: "preferred" });
    expect(received).not.toHaveProperty("allowCredentials", expect.arrayContaining([expect.anything()]));
    const answer = await login(browser, authenticator.sign(received));
    expect(answer).toMatchObject({ status: 200, data: { username: user.username } });
    const sessions = await browser.call<SessionEntry[]>("GET", "/api/user/sessions");
    expect(sessions.data.find((one) => one.current)?.method).toBe("passkey");
    const list = await home.call<Passkey[]>("GET", "/api/webauthn/credentials");
    expect(list.data[0]?.last_used_time).toBe(running.clock.now());
  });

  it("accepts a response once, also when it arrives twice at the same time", async () => {
    const { authenticator } = await withPasskey();
    const browser = aBrowser(running);
    const body = authenticator.sign(await options(browser));
    const answers = await Promise.all([login(browser.copy(), body), login(browser.copy(), body)]);
    expect(statusesOf(answers)).toEqual([200, 400]);
    expect((await login(browser, body)).code).toBe("passkey.challenge_expired");
  });

  it("rejects invalid responses with one error for all: origin, name, browser, key, user, age", async () => {
    const { authenticator } = await withPasskey();
    const stranger = await withPasskey();
    for (const habits of [
      { origin: "https://evil.example" },
      { rpId: "evil.example" },
      { userHandle: Buffer.alloc(32, 7).toString("base64url") },
    ])
      expect([habits, (await signIn(authenticator, habits)).code]).toEqual([habits, "passkey.refused"]);
    expect((await signIn(anAuthenticator())).code).toBe("passkey.refused");
    const browser = aBrowser(running);
    const own = await options(browser);
    const mixed = { ...stranger.authenticator.sign(own), id: authenticator.id, rawId: authenticator.id };
    expect((await login(browser, mixed)).code).toBe("passkey.refused");
    const other = aBrowser(running);
    const received = await options(other);
    expect((await login(aBrowser(running), authenticator.sign(received))).code).toBe(
      "passkey.challenge_expired",
    );
    running.clock.advance(300);
    expect((await login(other, authenticator.sign(received))).code).toBe("passkey.challenge_expired");
  });

  it("rejects a counter that does not increase, as a copy of the authenticator would", async () => {
    const { authenticator } = await withPasskey();
    expect((await signIn(authenticator, { counter: 5 })).status).toBe(200);
    expect((await signIn(authenticator, { counter: 5 })).code).toBe("passkey.refused");
    expect((await signIn(authenticator, { counter: 4 })).code).toBe("passkey.refused");
    expect((await signIn(authenticator, { counter: 0 })).code).toBe("passkey.refused");
    const parallel = await Promise.all([
      signIn(authenticator, { counter: 6 }),
      signIn(authenticator, { counter: 6 }),
    ]);
    expect(statusesOf(parallel)).toEqual([200, 400]);
  });

  it("counts as two factors when it verified its user, as one otherwise", async () => {
    const { user, home, authenticator } = await withPasskey();
    await setUpTwoFactor(running, home, user);
    expect((await signIn(authenticator)).status).toBe(200);
    const without = await signIn(authenticator, { userVerified: false });
    expect(without).toMatchObject({ status: 403, code: "auth.second_factor_required" });
  });

  it("signs in no disabled user, and can be turned off", async () => {
    const { user, authenticator } = await withPasskey();
    const { queries } = running.database;
    await queries.updateTable("users").set({ status: 2 }).where("id", "=", user.id).execute();
    expect((await signIn(authenticator)).code).toBe("auth.user_disabled");
    await running.set("PasskeyLoginEnabled", false);
    expect((await aBrowser(running).call("POST", "/api/webauthn/login/begin", {})).code).toBe(
      "auth.passkey_login_disabled",
    );
    await running.set("PasskeyLoginEnabled", true);
  });
});

describe("one's own passkeys", () => {
  it("are renamed and deleted by their owner alone; deleting ends other sessions", async () => {
    const { user, home, passkey, authenticator } = await withPasskey();
    const stranger = aBrowser(running);
    await stranger.signIn(await aUser(running));
    const stepUp = { current_password: user.password };
    const address = `/api/webauthn/credentials/${passkey.id}`;
    expect((await stranger.call("PUT", address, { alias: "mine" })).code).toBe("passkey.not_found");
    expect((await stranger.call("DELETE", address, stepUp)).code).toBe("passkey.not_found");
    expect((await home.call<Passkey>("PUT", address, { alias: " phone " })).data.alias).toBe("phone");
    const phone = aBrowser(running);
    await signIn(authenticator, {}, phone);
    expect((await home.call("DELETE", address, stepUp)).status).toBe(200);
    expect((await phone.call("GET", "/api/user/self")).status).toBe(401);
    expect((await home.call("GET", "/api/user/self")).status).toBe(200);
    expect((await signIn(authenticator)).code).toBe("passkey.refused");
  });
});

describe("deleting a passkey", () => {
  const remove = (browser: Browser, id: number, body?: object) =>
    browser.call("DELETE", `/api/webauthn/credentials/${id}`, body);

  it("needs the password, and without it ends nothing", async () => {
    const { user, home, passkey, authenticator } = await withPasskey();
    const phone = aBrowser(running);
    await signIn(authenticator, {}, phone);
    for (const body of [undefined, {}, { current_password: "wrong" }, { code: "123456" }])
      expect(await remove(home, passkey.id, body)).toMatchObject({
        status: 400,
        code: "user.password_wrong",
      });
    expect((await phone.call("GET", "/api/user/self")).status).toBe(200);
    expect((await remove(home, passkey.id, { current_password: user.password })).status).toBe(200);
  });

  it("of an account without password needs a sign-in of the last ten minutes, or a code", async () => {
    const { user, home, passkey } = await withPasskey();
    const app = await setUpTwoFactor(running, home, user);
    const { id: second } = (await addPasskey(home, user)).passkey;
    const { queries } = running.database;
    await queries.updateTable("users").set({ password_hash: "" }).where("id", "=", user.id).execute();
    running.clock.advance(600);
    expect(await remove(home, passkey.id)).toMatchObject({ code: "auth.proof_required" });
    expect(await remove(home, passkey.id, { code: "000000" })).toMatchObject({
      code: "auth.second_factor_wrong",
    });
    expect((await remove(home, passkey.id, { code: app.code() })).status).toBe(200);
    expect((await home.call<Passkey[]>("GET", "/api/webauthn/credentials")).data[0]?.id).toBe(second);
  });

  it("needs no body after a fresh sign-in, though the client declares JSON", async () => {
    const { user, home, passkey } = await withPasskey();
    await addPasskey(home, user);
    const { queries } = running.database;
    await queries.updateTable("users").set({ password_hash: "" }).where("id", "=", user.id).execute();
    const response = await running.app.inject({
      method: "DELETE",
      url: `/api/webauthn/credentials/${passkey.id}`,
      headers: { cookie: `session=${home.cookie("session")}`, "content-type": "application/json" },
    });
    expect(response.json()).toMatchObject({ success: true });
  });
});

describe("the relying party of a passkey", () => {
  it("is the configured server, for every called host", async () => {
    await running.set("ServerAddress", "https://api.example.net:8443");
    const begun = await aBrowser(running).call<Begun>("POST", "/api/webauthn/login/begin", {});
    expect(begun.data.publicKey).toMatchObject({ rpId: "api.example.net" });
    await running.set("ServerAddress", "");
    expect(findRelyingParty("https://api.example.net:8443/x", browserOrigin)).toEqual({
      origin: "https://api.example.net:8443",
      id: "api.example.net",
    });
  });

  it("is the browser's origin, if it called that host; never an IP address or empty", async () => {
    expect(findRelyingParty("", "http://localhost:3000")).toEqual({
      origin: "http://localhost:3000",
      id: "localhost",
    });
    for (const origin of [undefined, "http://127.0.0.1:3000", "http://[::1]:3000", "null", "file:///x"])
      expect(() => findRelyingParty("", origin)).toThrow("Passkeys do not work at this address");
    const response = await running.app.inject({
      method: "POST",
      url: "/api/webauthn/login/begin",
      headers: { host: "gate.example.org", origin: "https://evil.example", "sec-fetch-site": "same-origin" },
      payload: {},
    });
    expect(response.json()).toMatchObject({ code: "passkey.address_unsuitable" });
  });
});
