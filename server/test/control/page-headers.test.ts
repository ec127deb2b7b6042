import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ControlApp, startControlApp } from "../support/control-app.ts";

const index = `<!doctype html>
<html lang="en"><head><title>Tollgate</title><script src="/start.js"></script></head><body></body></html>`;

let folder: string;
let running: ControlApp;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "tollgate-pages-"));
  mkdirSync(path.join(folder, "assets"));
  writeFileSync(path.join(folder, "index.html"), index);
  running = await startControlApp({ distDir: folder, trustProxy: ["127.0.0.1"] });
});
afterAll(async () => {
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
});

const send = (url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> =>
  running.app.inject({ url, headers });

async function directive(name: string): Promise<string | undefined> {
  const policy = String((await send("/")).headers["content-security-policy"]);
  return policy
    .split("; ")
    .find((part) => part.startsWith(`${name} `))
    ?.slice(name.length + 1);
}

describe("the security headers of every response", () => {
  it.each(["/", "/panel/token", "/api/status", "/api/no-such-call", "/assets/none.js", "/%c0"])(
    "%s: no foreign script, no frame around it, no sniffing of types, no browser features",
    async (url) => {
      const { headers } = await send(url);
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "strict-origin-when-cross-origin",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
      });
      expect(headers["permissions-policy"]).toContain("camera=()");
      const policy = String(headers["content-security-policy"]);
      for (const part of [
        "script-src 'self';",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "base-uri 'self'",
      ])
        expect(policy).toContain(part);
      expect(policy).not.toContain("unsafe-eval");
    },
  );

  it("requires https from then on, only where it came over https", async () => {
    expect((await send("/")).headers).not.toHaveProperty("strict-transport-security");
    const secure = await send("/", { "x-forwarded-proto": "https" });
    expect(secure.headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
  });

  it("opens frames only for what the settings frame, and Turnstile only while it is on", async () => {
    expect(await directive("frame-src")).toBe("'none'");
    await running.set("HomePageContent", "https://docs.example.org/start?x=1;script-src%20*");
    await running.set("About", "# Not https://elsewhere.example.com");
    expect(await directive("frame-src")).toBe("https://docs.example.org");
    await running.set("TurnstileCheckEnabled", true);
    expect(await directive("frame-src")).toBe("https://docs.example.org https://challenges.cloudflare.com");
    expect(await directive("script-src")).toBe("'self' https://challenges.cloudflare.com");
    await running.set("TurnstileCheckEnabled", false);
    await running.set("HomePageContent", "");
    expect(await directive("script-src")).toBe("'self'");
    expect(await directive("frame-src")).toBe("'none'");
  });

  it("loads a logo without https from its own server alone", async () => {
    await running.set("Logo", "http://intranet.example.com:8080/logo.svg");
    expect(await directive("img-src")).toBe("'self' data: https: http://intranet.example.com:8080");
    await running.set("Logo", "");
  });
});

describe("the start page", () => {
  it("contains the site's name as text, for any name", async () => {
    await running.set("SystemName", `</title><script>alert("$&")</script>`);
    const { body } = await send("/");
    expect(body).toContain(
      "<title>&lt;/title&gt;&lt;script&gt;alert(&quot;$&amp;&quot;)&lt;/script&gt;</title>",
    );
    expect(body.match(/<script/g)).toHaveLength(1);
    await running.set("SystemName", "Acme AI");
    expect((await send("/login")).body).toContain("<title>Acme AI</title>");
  });

  it("states whose home page it is", async () => {
    expect((await send("/")).body).toContain('<html data-home="built-in" lang="en">');
    await running.set("HomePageContent", "# Ours");
    expect((await send("/")).body).toContain('<html data-home="own" lang="en">');
    await running.set("HomePageContent", "");
  });

  it("is sent once per change, compressed as the browser accepts it", async () => {
    const first = await send("/", { "accept-encoding": "gzip, br;q=0" });
    expect(first.headers).toMatchObject({ "content-encoding": "gzip", vary: "accept-encoding" });
    const { etag } = first.headers;
    expect((await send("/", { "if-none-match": String(etag) })).statusCode).toBe(304);
    expect((await send("/", { "accept-encoding": "gzip, br" })).headers["content-encoding"]).toBe("br");
    expect((await send("/")).headers).not.toHaveProperty("content-encoding");
    await running.set("SystemName", "Another name");
    expect((await send("/", { "if-none-match": String(etag) })).statusCode).toBe(200);
  });

  it("does not replace files that tools look for", async () => {
    expect((await send("/.well-known/change-password")).statusCode).toBe(404);
  });
});
