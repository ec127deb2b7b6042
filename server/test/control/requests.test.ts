import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asVisitor, asRoot, openAnswer, signIn } from "../support/as-user.ts";
import { aUser } from "../support/builders.ts";
import { type ControlApp, rootPassword, startControlApp } from "../support/control-app.ts";

let running: ControlApp;
let cookie: string;
beforeAll(async () => {
  running = await startControlApp({ trustProxy: ["127.0.0.1"] });
  cookie = `session=${await signIn(running, await aUser(running))}`;
});
afterAll(() => running.stop());

async function send(payload: string, headers: Record<string, string> = {}) {
  const response = await running.app.inject({
    method: "POST",
    url: "/api/token/",
    headers: { cookie, "content-type": "application/json", ...headers },
    payload,
  });
  return openAnswer(response);
}

describe("bodies", () => {
  it("must be JSON", async () => {
    expect(await send("{not json")).toMatchObject({ status: 400, code: "request.malformed_json" });
    expect(await send("")).toMatchObject({ status: 400, code: "request.malformed_json" });
    const xml = await send("<a/>", { "content-type": "application/xml" });
    expect(xml).toMatchObject({ status: 415, code: "request.unsupported_media_type" });
    const text = await send('{"name":"x"}', { "content-type": "text/plain" });
    expect(text).toMatchObject({ status: 415, code: "request.unsupported_media_type" });
    for (const body of ["null", "[]", '"text"', "7"])
      expect([body, (await send(body)).code]).toEqual([body, "request.invalid"]);
  });

  it("are rejected with a sentence that names the field, in the message, too", async () => {
    const missing = await send("{}");
    expect(missing.body.fields).toMatchObject([{ path: "name", message: "Required." }]);
    expect(missing.body.message).toBe("Some fields are invalid. name: Required.");
    const sentences = async (body: object) =>
      (await send(JSON.stringify(body))).body.fields?.map(({ path, message }) => `${path}: ${message}`);
    expect(await sentences({ name: "", remain_quota: "many", unlimited_quota: 1 })).toEqual([
      "name: Must not be empty.",
      "unlimited_quota: Must be true or false.",
      "remain_quota: Must be a number.",
    ]);
    expect(await sentences({ name: "x".repeat(51), remain_quota: -1 })).toEqual([
      "name: Must have at most 50 characters.",
      "remain_quota: Must be at least 0.",
    ]);
  });

  it("must not be larger than a megabyte or nested too deeply", async () => {
    const large = await send(JSON.stringify({ name: "x".repeat(1024 * 1024) }));
    expect(large).toMatchObject({ status: 413, code: "request.too_large" });
    const deep = (levels: number) => `{"name":"x","setting":${'{"a":'.repeat(levels)}1${"}".repeat(levels)}}`;
    expect(await send(deep(10_000))).toMatchObject({ status: 400, code: "request.malformed_json" });
    expect((await send("[".repeat(100_000) + "]".repeat(100_000))).code).toBe("request.malformed_json");
    expect((await send(deep(20))).status).toBe(200);
  });

  it("must not reach prototypes", async () => {
    expect((await send('{"name":"x","__proto__":{"admin":true}}')).code).toBe("request.malformed_json");
    const nested = '{"name":"x","constructor":{"prototype":{"admin":true}}}';
    expect((await send(nested)).code).toBe("request.malformed_json");
    expect({}).not.toHaveProperty("admin");
  });

  it("may be missing where none is required, with any content type", async () => {
    const root = await asRoot(running);
    const group = await root.post<{ id: number }>("/api/user_group/", { symbol: "t", name: "t" });
    const cookieOfRoot = await signIn(running, { id: 1, username: "root", password: rootPassword });
    const response = await running.app.inject({
      method: "PUT",
      url: `/api/user_group/enable/${group.data.id}`,
      headers: {
        cookie: `session=${cookieOfRoot}`,
        "content-type": "application/json",
        "content-length": "0",
      },
    });
    expect(response.statusCode).toBe(200);
  });

  it("are not read before the access check, so that fields are not revealed", async () => {
    expect((await asVisitor(running).post("/api/channel/", { name: 1 })).code).toBe("auth.required");
  });
});

describe("answers", () => {
  it("have a request id, security headers and no-store; failures contain the id", async () => {
    const { headers, body } = await asVisitor(running).get("/api/user/self");
    expect(headers["x-request-id"]).toMatch(/^\d{17}\w{11}$/);
    expect(body.request_id).toBe(headers["x-request-id"]);
    expect(headers["content-security-policy"]).toContain("default-src 'self'; script-src 'self';");
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cache-control": "no-store",
    });
    expect(headers["strict-transport-security"]).toBeUndefined();
  });

  it("are failures in the envelope for unknown addresses, wrong methods and broken escapes", async () => {
    for (const url of [
      "/api",
      "/api/",
      "/api/nothing",
      "/api/token/1/2/3",
      "/api/%ff",
      "/api/token/x".repeat(60),
    ]) {
      const answer = await asVisitor(running).get(url);
      expect([url, answer.status, answer.code]).toEqual([url, 404, "request.not_found"]);
      expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    }
    expect((await asVisitor(running).call("PUT", "/api/status", {})).code).toBe("request.not_found");
    expect((await asVisitor(running).call("HEAD", "/api/user/token")).status).toBe(404);
  });

  it("hide the internal cause, and log it with the request id", async () => {
    const { balanceOf } = running.ledger;
    running.ledger.balanceOf = () => Promise.reject(new Error("disk on fire at /var/secret"));
    const response = await running.app.inject({ url: "/api/user/self", headers: { cookie } });
    running.ledger.balanceOf = balanceOf;
    const answer = openAnswer(response);
    expect(answer).toMatchObject({ status: 500, code: "server.internal" });
    expect(answer.text).not.toContain("disk");
    const line = running.logLines.find((one) => one.includes("disk on fire"));
    expect(line).toContain(answer.body.request_id);
    expect(running.logLines.join("")).not.toContain(cookie.slice(8));
  });

  it("get 503 while the server stops, and health reports it", async () => {
    expect((await running.app.inject("/ready")).statusCode).toBe(200);
    running.lifecycle.stopping = true;
    const answer = await asVisitor(running).get("/api/status");
    expect(answer).toMatchObject({ status: 503, code: "server.unavailable" });
    expect(answer.headers["connection"]).toBe("close");
    expect((await running.app.inject("/ready")).statusCode).toBe(503);
    expect((await running.app.inject("/health")).json()).toEqual({ status: "ok" });
    running.lifecycle.stopping = false;
  });
});

describe("behind https", () => {
  const forwarded = { "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.9" };

  it("the cookie is Secure and HSTS is sent, if the proxy is trusted", async () => {
    const user = await aUser(running);
    const login = await running.app.inject({
      method: "POST",
      url: "/api/user/login",
      headers: forwarded,
      payload: { username: user.username, password: user.password },
    });
    const cookies = [login.headers["set-cookie"]].flat();
    expect(cookies.map((one) => one?.replace(/[_=].*/, ""))).toEqual(["session", "device"]);
    for (const one of cookies) expect(one).toMatch(/; HttpOnly; Secure; SameSite=Lax/);
    expect(login.headers["strict-transport-security"]).toContain("max-age=31536000");
    expect((login.json() as { data: { last_login_ip: string } }).data.last_login_ip).toBe("203.0.113.9");
  });

  it("forwarding headers of untrusted peers are ignored", async () => {
    const response = await running.app.inject({
      url: "/api/status",
      headers: forwarded,
      remoteAddress: "198.51.100.1",
    });
    expect(response.headers["strict-transport-security"]).toBeUndefined();
  });
});
