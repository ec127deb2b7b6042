import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asVisitor, asUser, client, signIn } from "../../../test/support/as-user.ts";
import { type Browser, aBrowser } from "../../../test/support/browser.ts";
import { type TestUser, aUser } from "../../../test/support/builders.ts";
import { type ControlApp, rootPassword, startControlApp } from "../../../test/support/control-app.ts";
import { accountRule } from "./throttle.ts";

let running: ControlApp;
beforeAll(async () => {
  running = await startControlApp();
});
afterAll(() => running.stop());

function login(username: string, password: string, headers: Record<string, string> = {}) {
  return client(running, headers).post<{ username: string }>("/api/user/login", { username, password });
}

describe("signing in", () => {
  it("returns the user record and sets a strict cookie", async () => {
    const user = await aUser(running, { quota: 500, email: "ada@example.org" });
    const answer = await login(user.username, user.password);
    expect(answer.status).toBe(200);
    expect(answer.data).toMatchObject({
      id: user.id,
      username: user.username,
      role: 1,
      status: 1,
      quota: 500,
    });
    const [cookie] = [answer.headers["set-cookie"]].flat().filter((one) => one?.startsWith("session="));
    expect(cookie).toMatch(/^session=[0-9A-Za-z]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect((await login("ADA@example.org", user.password)).data.username).toBe(user.username);
  });

  it("gives the same response to a wrong password and an unknown name", async () => {
    const user = await aUser(running);
    const wrong = await login(user.username, "wrong password");
    const unknown = await login("no-such-user", "wrong password");
    for (const answer of [wrong, unknown]) {
      expect(answer.status).toBe(401);
      expect(answer.code).toBe("auth.bad_credentials");
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
    expect({ ...wrong.body, request_id: "" }).toEqual({ ...unknown.body, request_id: "" });
  });

  it("reports a disabled user only with the correct password, and starts no session", async () => {
    const user = await aUser(running, { status: 2 });
    expect((await login(user.username, "wrong password")).code).toBe("auth.bad_credentials");
    const answer = await login(user.username, user.password);
    expect(answer.code).toBe("auth.user_disabled");
    expect(answer.headers["set-cookie"]).toBeUndefined();
  });

  it("accepts no empty address", async () => {
    await aUser(running, { email: "" });
    expect((await login("@", "a long password")).code).toBe("auth.bad_credentials");
  });

  it("can be disabled", async () => {
    await running.set("PasswordLoginEnabled", false);
    expect((await login("root", rootPassword)).code).toBe("auth.password_login_disabled");
    await running.set("PasswordLoginEnabled", true);
    expect((await login("root", rootPassword)).status).toBe(200);
  });
});

describe("guessing", () => {
  it("is slowed per account, parallel guesses too, and does not lock out the usual address", async () => {
    const user = await aUser(running, { last_login_ip: "198.51.100.7" });
    const guesses = await Promise.all(
      Array.from({ length: accountRule.limit + 5 }, () => login(user.username, "wrong password")),
    );
    expect(guesses.filter((answer) => answer.status === 401)).toHaveLength(accountRule.limit);
    const rejected = guesses.find((answer) => answer.status === 429);
    expect(rejected?.code).toBe("request.rate_limited");
    expect(Number(rejected?.headers["retry-after"])).toBeGreaterThan(0);
    expect((await login(user.username.toUpperCase(), user.password)).status).toBe(429);
    const home = await running.app.inject({
      method: "POST",
      url: "/api/user/login",
      remoteAddress: "198.51.100.7",
      payload: { username: user.username, password: user.password },
    });
    expect(home.statusCode).toBe(200);
    running.clock.advance(2 * accountRule.seconds);
    expect((await login(user.username, user.password)).status).toBe(200);
  });

  describe("from other places", () => {
    const guess = (username: string, password = "wrong password") =>
      aBrowser(running, { ip: "203.0.113.9" }).call("POST", "/api/user/login", { username, password });

    async function lockedOut(): Promise<{ user: TestUser; own: Browser }> {
      const user = await aUser(running);
      const own = aBrowser(running, { ip: "198.51.100.20" });
      await own.signIn(user);
      for (let count = 0; count <= accountRule.limit; count += 1) await guess(user.username);
      expect((await guess(user.username, user.password)).status).toBe(429);
      return { user, own };
    }

    it("does not lock the owner out of a browser that signed in before, at any address", async () => {
      const { user, own } = await lockedOut();
      await own.call("GET", "/api/user/logout");
      const cookies = new Map([[`device_${user.id}`, own.cookie(`device_${user.id}`) ?? ""]]);
      const travelling = aBrowser(running, { ip: "192.0.2.200", cookies });
      expect((await travelling.signIn(user)).status).toBe(200);
      expect((await guess(user.username, user.password)).status).toBe(429);
    });

    it("accepts no known-browser cookie that is forged, or is another user's", async () => {
      const { user } = await lockedOut();
      const other = await aUser(running);
      const stranger = aBrowser(running, { ip: "192.0.2.201" });
      await stranger.signIn(other);
      const genuine = stranger.cookie(`device_${other.id}`) ?? "";
      expect(genuine).toMatch(/^[0-9A-Za-z]{22}\.[0-9a-f]{64}$/);
      for (const value of [genuine, genuine.replace(/.$/, "0"), `${"A".repeat(22)}.${"0".repeat(64)}`, "x"]) {
        const cookies = new Map([[`device_${user.id}`, value]]);
        const forging = aBrowser(running, { ip: "192.0.2.202", cookies });
        expect([value, (await forging.signIn(user)).status]).toEqual([value, 429]);
      }
    });

    it("is slowed in a known browser too, with any name, without slowing others", async () => {
      const user = await aUser(running, { email: "known@example.org" });
      const own = aBrowser(running, { ip: "198.51.100.21" });
      await own.signIn(user);
      const tryOne = (count: number) =>
        own.call("POST", "/api/user/login", {
          username: [user.username, user.username.toUpperCase(), "known@example.org"][count % 3],
          password: "wrong password",
        });
      for (let count = 0; count < accountRule.limit; count += 1)
        expect((await tryOne(count)).status).toBe(401);
      expect((await tryOne(0)).status).toBe(429);
      expect((await guess(user.username, user.password)).status).toBe(200);
    });

    it("sets no cookie where the password was wrong, and one that scripts of the page cannot read", async () => {
      const user = await aUser(running);
      expect((await login(user.username, "wrong password")).headers["set-cookie"]).toBeUndefined();
      const answer = await login(user.username, user.password);
      const device = [answer.headers["set-cookie"]].flat().find((one) => one?.startsWith("device_"));
      expect(device).toMatch(/; Max-Age=34560000; Path=\/api; HttpOnly; SameSite=Lax$/);
    });
  });

  it("does the work of a password check for unknown names", async () => {
    let verified = 0;
    const { verify } = running.passwords;
    running.passwords.verify = (hashed, password) => {
      verified += 1;
      return verify(hashed, password);
    };
    await login("another-unknown-name", "wrong password");
    running.passwords.verify = verify;
    expect(verified).toBe(1);
  });
});

describe("sessions", () => {
  it("rotate at login: a planted id is never accepted and the old session ends", async () => {
    const user = await aUser(running);
    const planted = "A".repeat(43);
    const first = await login(user.username, user.password, { cookie: `session=${planted}` });
    const firstId = /session=(\w+)/.exec(String(first.headers["set-cookie"]))?.[1];
    expect(firstId).not.toBe(planted);
    const second = await login(user.username, user.password, { cookie: `session=${firstId}` });
    expect(second.status).toBe(200);
    const stale = await client(running, { cookie: `session=${firstId}` }).get("/api/user/self");
    expect(stale.status).toBe(401);
    expect(String(stale.headers["set-cookie"])).toMatch(
      /^session=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970/,
    );
  });

  it("are stored as a hash only", async () => {
    const user = await aUser(running);
    const id = await signIn(running, user);
    const rows = await running.database.queries.selectFrom("sessions").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(id);
  });

  it("end at logout", async () => {
    const user = await aUser(running);
    const browser = await asUser(running, user);
    expect((await browser.get("/api/user/self")).status).toBe(200);
    const answer = await browser.get("/api/user/logout");
    expect(answer.body).toMatchObject({ success: true, data: null });
    expect((await browser.get("/api/user/self")).code).toBe("auth.required");
    expect((await asVisitor(running).get("/api/user/logout")).status).toBe(200);
  });

  it("end immediately for a user who is disabled, and stay ended", async () => {
    const user = await aUser(running);
    const browser = await asUser(running, user);
    const setStatus = (status: number) =>
      running.database.queries.updateTable("users").set({ status }).where("id", "=", user.id).execute();
    await setStatus(2);
    expect((await browser.get("/api/user/self")).status).toBe(401);
    await setStatus(1);
    expect((await browser.get("/api/user/self")).status).toBe(401);
  });

  it("use a changed role immediately", async () => {
    const user = await aUser(running);
    const browser = await asUser(running, user);
    expect((await browser.get("/api/channel/")).code).toBe("auth.forbidden");
    await running.database.queries.updateTable("users").set({ role: 10 }).where("id", "=", user.id).execute();
    expect((await browser.get("/api/channel/")).status).toBe(200);
    await running.database.queries.updateTable("users").set({ role: 7 }).where("id", "=", user.id).execute();
    expect((await browser.get("/api/user/self")).code).toBe("auth.forbidden");
  });

  it("slide: end 30 days after the last use, not later", async () => {
    const user = await aUser(running);
    const browser = await asUser(running, user);
    const day = 24 * 3600;
    running.clock.advance(29 * day);
    const renewed = await browser.get("/api/user/self");
    expect(renewed.status).toBe(200);
    expect(String(renewed.headers["set-cookie"])).toContain("Max-Age=2592000");
    expect((await browser.get("/api/user/self")).headers["set-cookie"]).toBeUndefined();
    running.clock.advance(29 * day);
    expect((await browser.get("/api/user/self")).status).toBe(200);
    running.clock.advance(31 * day);
    expect((await browser.get("/api/user/self")).status).toBe(401);
  });
});

describe("a sign-in from a new place", () => {
  const from = (user: { username: string; password: string }, remoteAddress: string) =>
    running.app.inject({
      method: "POST",
      url: "/api/user/login",
      remoteAddress,
      headers: { "accept-language": "ja" },
      payload: { username: user.username, password: user.password },
    });
  const mailed = (recipient: string) =>
    running.database.queries
      .selectFrom("mails")
      .select(["kind", "language"])
      .where("recipient", "=", recipient)
      .execute();

  it("is mailed once, in the browser's language, to users who chose the notice", async () => {
    await running.set("SMTPServer", "127.0.0.1");
    await running.set("SMTPFrom", "gate@example.org");
    const known = { email_verified: 1, last_login_ip: "198.51.100.1" };
    const user = await aUser(running, { email: "place@example.org", ...known });
    const quiet = '{"new_place":false}';
    const silent = await aUser(running, { email: "quiet@example.org", notify_setting: quiet, ...known });
    const unproven = await aUser(running, { email: "unproven@example.org", last_login_ip: "198.51.100.1" });
    const fresh = await aUser(running, { email: "fresh@example.org", email_verified: 1 });
    for (const address of ["198.51.100.1", "203.0.113.5", "198.51.100.1", "203.0.113.5"]) {
      for (const one of [user, silent, unproven]) expect((await from(one, address)).statusCode).toBe(200);
    }
    await from(fresh, "203.0.113.5");
    await running.set("SMTPServer", "");
    expect(await mailed("place@example.org")).toEqual([{ kind: "new_place", language: "ja_JP" }]);
    for (const recipient of ["quiet@example.org", "unproven@example.org", "fresh@example.org"])
      expect(await mailed(recipient)).toEqual([]);
  });
});
