import type { Self } from "@tollgate/contract/profile";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callLimitsOf } from "../../src/http/rate-limit.ts";
import { asScript, client, signIn } from "../support/as-user.ts";
import { aToken, aUser, type TestUser } from "../support/builders.ts";
import { type ControlApp, startControlApp } from "../support/control-app.ts";

let running: ControlApp;
let user: TestUser;
let cookie: string;
beforeEach(async () => {
  running = await startControlApp({ callLimits: callLimitsOf(40) });
  user = await aUser(running);
  cookie = `session=${await signIn(running, user)}`;
});
afterEach(() => running.stop());

const host = "gate.example";
const withBoth = (authorization: string, more: Record<string, string> = {}) =>
  client(running, { cookie, host, authorization, ...more });

async function unusable(): Promise<Record<string, string>> {
  const { key } = await aToken(running, user.id);
  return {
    malformed: "Bearer",
    "of a proxy": "Basic b3BlcmF0b3I6c2VjcmV0",
    empty: "",
    "a relay key": `Bearer sk-${key}`,
    "a relay key without its prefix": key,
    "made up": `Bearer ${"x".repeat(32)}`,
  };
}

describe("an Authorization header that cannot be used", () => {
  it("leaves the request to its cookie, and without one unauthenticated", async () => {
    for (const [kind, authorization] of Object.entries(await unusable())) {
      const { status, data } = await withBoth(authorization).get<Self>("/api/user/self");
      expect([kind, status, data?.id]).toEqual([kind, 200, user.id]);
      const alone = await client(running, { authorization }).get("/api/user/self");
      expect([kind, alone.code]).toEqual([kind, "auth.required"]);
    }
  });

  it("does not exempt requests from another site", async () => {
    for (const [kind, authorization] of Object.entries(await unusable()))
      for (const site of [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }]) {
        const change = withBoth(authorization, site).put("/api/user/self", { display_name: "x" });
        expect([kind, (await change).code]).toEqual([kind, "request.cross_site"]);
        const login = client(running, { host, authorization, ...site }).post("/api/user/login", {
          username: "root",
          password: "x",
        });
        expect([kind, (await login).code]).toEqual([kind, "request.cross_site"]);
      }
    expect((await withBoth("Bearer").put("/api/user/self", { display_name: "x" })).status).toBe(200);
  });

  it("loses against a valid access token, which needs no cookie and wins over the cookie", async () => {
    const other = await aUser(running);
    const script = await asScript(running, other);
    const { data: token } = await script.get<string>("/api/user/token");
    const seen = await withBoth(`Bearer ${token}`, { origin: "https://tool.example" }).get<Self>(
      "/api/user/self",
    );
    expect(seen.data.id).toBe(other.id);
  });

  it("counts as a guess on the address when it looks like an access token, also for signed-in callers", async () => {
    const guess = (index: number) =>
      withBoth(`Bearer ${String(index).padStart(32, "g")}`).get("/api/user/self");
    let calls = 0;
    while ((await guess(calls)).status === 200) calls += 1;
    expect(calls).toBe(40);
    expect((await guess(calls)).code).toBe("request.rate_limited");
    expect((await client(running).get("/api/status")).code).toBe("request.rate_limited");
    expect((await withBoth("Bearer").get("/api/user/self")).status).toBe(200);
  });
});
