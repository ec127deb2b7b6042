import { afterEach, expect, it } from "vitest";
import { addressRules } from "../../src/http/rate-limit.ts";
import { aUser } from "../support/builders.ts";
import { type ControlApp, startControlApp } from "../support/control-app.ts";

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

it("slows an address that tries many accounts, by IPv6 network, and lets others on", async () => {
  running = await startControlApp({ addressRules });
  for (let tries = 0; tries < addressRules.critical.limit; tries += 1)
    expect((await login(`name-${tries}`, `2001:db8:1:2::${tries + 1}`)).statusCode).toBe(401);
  const refused = await login("one-more", "2001:db8:1:2:ffff::1");
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toMatchObject({ success: false, code: "request.rate_limited" });
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(60);
  expect((await login("one-more", "2001:db8:1:3::1")).statusCode).toBe(401);
  running.clock.advance(Number(refused.headers["retry-after"]));
  expect((await login("one-more", "2001:db8:1:2::1")).statusCode).toBe(401);
});

it("limits all other calls together, apart from the critical ones", async () => {
  running = await startControlApp({ addressRules });
  const user = await aUser(running);
  const ask = (url: string) => running.app.inject({ url, remoteAddress: "192.0.2.5" });
  for (let calls = 0; calls < addressRules.api.limit; calls += 1) {
    const { statusCode } = await ask(calls % 2 === 0 ? "/api/status" : "/api/user/self");
    expect([200, 401]).toContain(statusCode);
  }
  expect((await ask("/api/status")).statusCode).toBe(429);
  expect((await login(user.username, "192.0.2.5")).statusCode).toBe(401);
});
