import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { client, signIn } from "../support/as-user.ts";
import { aUser } from "../support/builders.ts";
import { type ControlApp, startControlApp } from "../support/control-app.ts";

let running: ControlApp;
let cookie: string;
beforeAll(async () => {
  running = await startControlApp();
  cookie = `session=${await signIn(running, await aUser(running))}`;
});
afterAll(() => running.stop());

const change = (headers: Record<string, string>) =>
  client(running, { cookie, host: "gate.example", ...headers }).put("/api/user/self", { display_name: "x" });
const read = (headers: Record<string, string>) =>
  client(running, { cookie, host: "gate.example", ...headers }).get("/api/user/token");

describe("requests with a session cookie", () => {
  it("pass from the console itself, and from programs that are no browsers", async () => {
    for (const headers of [
      { "sec-fetch-site": "same-origin" },
      { origin: "https://gate.example" },
      { origin: "http://GATE.example" },
      {},
    ])
      expect((await change(headers)).status).toBe(200);
  });

  it("pass from the configured address, where a proxy hides the host", async () => {
    expect((await change({ origin: "https://public.example" })).code).toBe("request.cross_site");
    await running.set("ServerAddress", "https://public.example");
    expect((await change({ origin: "https://public.example" })).status).toBe(200);
    await running.set("ServerAddress", "");
  });

  it("are rejected from other sites, sibling domains and unnamed origins", async () => {
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
      { "sec-fetch-site": "cross-site", origin: "https://gate.example" },
      { origin: "https://evil.example" },
      { origin: "https://gate.example.evil.example" },
      { origin: "https://gate.example:8443" },
      { origin: "null" },
      { origin: "not an origin" },
    ])
      expect([headers, (await change(headers)).code]).toEqual([headers, "request.cross_site"]);
  });

  it("are rejected for reading ones too, as some of them change data", async () => {
    expect((await read({ "sec-fetch-site": "cross-site" })).code).toBe("request.cross_site");
    expect((await read({ "sec-fetch-site": "none" })).status).toBe(200);
  });
});

it("rejects a sign-in that another site sends (login CSRF)", async () => {
  const form = { username: "root", password: "x" };
  const other = client(running, { "sec-fetch-site": "cross-site" });
  expect((await other.post("/api/user/login", form)).code).toBe("request.cross_site");
});

it("does not check the origin of scripts with an access token", async () => {
  const { data } = await read({});
  const script = client(running, { authorization: `Bearer ${String(data)}`, origin: "https://tool.example" });
  expect((await script.put("/api/user/self", { display_name: "y" })).status).toBe(200);
});

it("answers no cross-origin preflight", async () => {
  const answer = await running.app.inject({
    method: "OPTIONS",
    url: "/api/user/self",
    headers: { origin: "https://evil.example", "access-control-request-method": "PUT" },
  });
  expect(answer.statusCode).toBe(404);
  expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
});
