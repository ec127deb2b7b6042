import { afterEach, describe, expect, it } from "vitest";
import { callLimitsOf } from "../../src/http/rate-limit.ts";
import { aUser } from "../support/builders.ts";
import { aBrowser } from "../support/browser.ts";
import { type ControlApp, startControlApp } from "../support/control-app.ts";
import { setUpTwoFactor } from "../support/two-factor.ts";

const callLimits = callLimitsOf(300);

let running: ControlApp;
afterEach(() => running.stop());

function login(username: string, remoteAddress: string) {
  return running.app.inject({
    method: "POST",
    url: "/api/user/login",
    remoteAddress,
    payload: { username, password: "wrong password" },
  });
}

it("slows an address that tries many accounts, by IPv6 network, and admits others", async () => {
  running = await startControlApp({ callLimits });
  for (let tries = 0; tries < callLimits.critical.limit; tries += 1)
    expect((await login(`name-${tries}`, `2001:db8:1:2::${tries + 1}`)).statusCode).toBe(401);
  const rejected = await login("one-more", "2001:db8:1:2:ffff::1");
  expect(rejected.statusCode).toBe(429);
  expect(rejected.json()).toMatchObject({ success: false, code: "request.rate_limited" });
  expect(Number(rejected.headers["retry-after"])).toBeGreaterThan(60);
  expect((await login("one-more", "2001:db8:1:3::1")).statusCode).toBe(401);
  running.clock.advance(Number(rejected.headers["retry-after"]));
  expect((await login("one-more", "2001:db8:1:2::1")).statusCode).toBe(401);
});

it("limits all other calls together, apart from the critical ones", async () => {
  running = await startControlApp({ callLimits });
  const user = await aUser(running);
  const send = (url: string) => running.app.inject({ url, remoteAddress: "192.0.2.5" });
  for (let calls = 0; calls < callLimits.api.limit; calls += 1) {
    const { statusCode } = await send(calls % 2 === 0 ? "/api/status" : "/api/user/self");
    expect([200, 401]).toContain(statusCode);
  }
  expect((await send("/api/status")).statusCode).toBe(429);
  expect((await login(user.username, "192.0.2.5")).statusCode).toBe(401);
});

describe("calls behind one address", () => {
  const office = "192.0.2.9";
  const { limit } = callLimits.api;
  type RequestOptions = () => Promise<number>;

  /** Sends requests until one is rejected or `limit` were sent; returns how many were admitted. */
  async function exhaust(send: RequestOptions): Promise<number> {
    for (let calls = 0; calls < limit; calls += 1) if ((await send()) === 429) return calls;
    return limit;
  }

  const anonymous =
    (headers: Record<string, string> = {}, url = "/api/user/self"): RequestOptions =>
    async () =>
      (await running.app.inject({ url, headers, remoteAddress: office })).statusCode;

  async function aPerson() {
    const user = await aUser(running);
    const browser = aBrowser(running, { ip: office });
    await browser.signIn(user);
    const send: RequestOptions = async () => (await browser.call("GET", "/api/user/self")).status;
    return { user, browser, ask: send };
  }

  it("count for each signed-in account alone, from any address and with any credential", async () => {
    running = await startControlApp({ callLimits });
    const one = await aPerson();
    const other = await aPerson();
    const { data: token } = await one.browser.call<string>("GET", "/api/user/token");
    expect(await exhaust(one.ask)).toBe(limit - 1);
    const elsewhere = { remoteAddress: "198.51.100.4", headers: { authorization: `Bearer ${token}` } };
    expect((await running.app.inject({ url: "/api/user/self", ...elsewhere })).statusCode).toBe(429);
    expect((await running.app.inject({ url: "/api/status", ...elsewhere })).statusCode).toBe(429);
    expect(await exhaust(other.ask)).toBe(limit);
    expect(await other.ask()).toBe(429);
    expect(await exhaust(anonymous({}, "/api/status"))).toBe(limit);
  });

  it("count on the address with sessions and access tokens that are invented, expired or wait for a code", async () => {
    running = await startControlApp({ callLimits });
    const ended = await aPerson();
    const stale = `session=${ended.browser.cookie("session")}`;
    await ended.browser.call("GET", "/api/user/logout");
    const waiting = await aPerson();
    await setUpTwoFactor(running, waiting.browser, waiting.user);
    const half = aBrowser(running, { ip: office });
    await half.signIn(waiting.user);
    const invented = (index: number) => String(index).padStart(43, "x");
    let calls = 0;
    const attempts: RequestOptions[] = [
      () => anonymous({ cookie: `session=${invented(calls)}` })(),
      () => anonymous({ cookie: "session=short" }, "/api/status")(),
      () => anonymous({ cookie: stale })(),
      () => anonymous({ authorization: `Bearer ${invented(calls).slice(-32)}` })(),
      () => anonymous({ cookie: `session=${half.cookie("session")}` })(),
    ];
    const next = () => attempts[calls++ % attempts.length] as RequestOptions;
    expect(await exhaust(() => next()())).toBe(limit);
    for (const attempt of attempts) expect(await attempt()).toBe(429);
    expect(await waiting.ask()).toBe(200);
  });

  it("count on the address for guesses, also of signed-in callers", async () => {
    running = await startControlApp({ callLimits });
    const { browser } = await aPerson();
    let calls = 1;
    const form = () => ({ username: `name-${calls}`, password: "a guess" });
    while ((await browser.call("POST", "/api/user/login", form())).status !== 429) calls += 1;
    expect(calls).toBe(callLimits.critical.limit);
    expect((await login("another", office)).statusCode).toBe(429);
  });
});

it("keeps the cookie of an ended session on requests that a sign-in overtakes", async () => {
  running = await startControlApp({ callLimits });
  const headers = { cookie: `session=${"x".repeat(43)}` };
  const cookiesOf = async (url: string) => (await running.app.inject({ url, headers })).cookies;
  expect(await cookiesOf("/api/status")).toEqual([]);
  expect(await cookiesOf("/api/user/self")).toMatchObject([{ name: "session", value: "" }]);
});
