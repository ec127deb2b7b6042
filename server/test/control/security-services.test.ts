import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { settingDefinition, settingKeys, settings } from "@tollgate/contract/settings";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { asRoot, type Client } from "../support/as-user.ts";
import { aBrowser } from "../support/browser.ts";
import { type ControlApp, startControlApp } from "../support/control-app.ts";

/**
 * Every call of the control plane to an address of the settings, against a hostile service. The address is configured,
 * so it may be in a private network; the service's response leads nowhere else and costs no memory and no time.
 */
let running: ControlApp;
let root: Client;
let service: string;
let treasure: string;
let answer: (response: ServerResponse) => void;
const received: string[] = [];
const treasureHeard: string[] = [];
const hostile = createServer((request, response) => {
  received.push(request.url ?? "");
  request.resume();
  answer(response);
});
/** A host of the private network that must never be called. */
const inside = createServer((request, response) => {
  treasureHeard.push(request.url ?? "");
  response.writeHead(200, { "content-type": "application/json" }).end('{"issuer":"x","secret":"treasure"}');
});
const listen = async (server: typeof hostile): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

beforeAll(async () => {
  running = await startControlApp();
  root = await asRoot(running);
  service = await listen(hostile);
  treasure = await listen(inside);
  for (const key of [
    "GitHubAddress",
    "GitHubApiAddress",
    "LarkAddress",
    "OIDCIssuer",
    "WeChatServerAddress",
    "TurnstileAddress",
  ] as const)
    await running.set(key, service);
  for (const key of ["GitHubClientId", "LarkClientId", "OIDCClientId", "TurnstileSiteKey"] as const)
    await running.set(key, "id");
  for (const key of settingKeys)
    if (settingDefinition(key).secret === true) await running.set(key, "kept-secret");
  for (const key of [
    "GitHubOAuthEnabled",
    "LarkAuthEnabled",
    "OIDCAuthEnabled",
    "WeChatAuthEnabled",
  ] as const)
    await running.set(key, true);
});
afterAll(async () => {
  for (const server of [hostile, inside]) {
    server.closeAllConnections();
    server.close();
  }
  await running.stop();
});
beforeEach(() => {
  received.length = 0;
  treasureHeard.length = 0;
});
afterEach(() => vi.restoreAllMocks());

/** The requests of people and administrators that make the server call a service. */
const sites: [name: string, ask: () => Promise<{ status: number; text: string }>][] = [
  ["OIDC discovery", () => aBrowser(running).call("GET", "/api/oauth/endpoint")],
  ["GitHub's token", () => callback("github")],
  ["Lark's token", () => callback("lark")],
  ["the WeChat bridge", () => aBrowser(running).call("GET", "/api/oauth/wechat?code=123456")],
  ["Turnstile", sendTurnstile],
  ...(["oidc", "github", "lark", "wechat", "turnstile"] as const).map(
    (name): [string, () => Promise<{ status: number; text: string }>] => [
      `the test of ${name}`,
      () => root.post(`/api/option/test/${name}`, { values: {} }),
    ],
  ),
];
async function callback(method: string) {
  const browser = aBrowser(running);
  const { data } = await browser.call<string>("GET", `/api/oauth/state?method=${method}`);
  return browser.call("GET", `/api/oauth/${method}?code=abc&state=${data}`);
}
async function sendTurnstile() {
  await running.set("TurnstileCheckEnabled", true);
  const form = { username: "someone", password: "a long password" };
  const answered = await aBrowser(running).call("POST", "/api/user/register?turnstile=x", form);
  await running.set("TurnstileCheckEnabled", false);
  return answered;
}

const bomb = gzipSync(Buffer.alloc(100_000_000, " "));
const json = { "content-type": "application/json" };
const tricks: [name: string, play: (response: ServerResponse) => void][] = [
  ...[301, 302, 303, 307, 308].map((status): [string, (response: ServerResponse) => void] => [
    `a redirect (${status}) to a private host`,
    (response) => void response.writeHead(status, { location: `${treasure}/taken` }).end(),
  ]),
  [
    "a small body that unpacks to 100 MB",
    (response) => void response.writeHead(200, { ...json, "content-encoding": "gzip" }).end(bomb),
  ],
  [
    "a body that never ends",
    (response) => {
      response.writeHead(200, json);
      const pour = (): void => {
        while (!response.destroyed && response.write(" ".repeat(65_536)));
      };
      response.on("drain", pour);
      pour();
    },
  ],
];

describe.each(sites)("%s", (_name, send) => {
  it.each(tricks)("is not redirected by %s", async (_trick, play) => {
    answer = play;
    const before = process.memoryUsage().arrayBuffers;
    const { status, text } = await send();
    expect(received.length).toBeGreaterThan(0);
    expect(treasureHeard).toEqual([]);
    expect(text).not.toContain("treasure");
    expect(text).not.toContain("kept-secret");
    // A test of a service reports the fault in its response; everything else fails.
    if (status === 200)
      expect(text).toMatch(/"fault":"(?:bad_status|bad_answer|wrong_credentials|unreachable)"/);
    else expect(status).toBeGreaterThanOrEqual(400);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
  });

  it("waits no longer than its limit for a slow body", async () => {
    const limits: number[] = [];
    const { timeout } = AbortSignal;
    vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
      limits.push(milliseconds);
      return timeout.call(AbortSignal, 150);
    });
    answer = (response) => {
      response.writeHead(200, json);
      const drip = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(drip));
    };
    const { status, text } = await send();
    if (status === 200) expect(text).toMatch(/"fault":"(?:timeout|unreachable)"/);
    else expect(status).toBeGreaterThanOrEqual(400);
    expect(limits.length).toBeGreaterThan(0);
    expect(Math.max(...limits)).toBeLessThanOrEqual(10_000);
  });
});

describe("an address in the settings", () => {
  const services = settingKeys.filter((key) => /Address$|Issuer$/.test(key) && key !== "ServerAddress");
  it.each(services)("%s is a web address, without a user name", (key) => {
    const { schema } = settings[key];
    for (const text of [
      "file:///etc/passwd",
      "gopher://127.0.0.1:6379/_FLUSHALL",
      "ftp://example.org",
      "dict://127.0.0.1:11211",
      "javascript:alert(1)",
      "data:text/html,x",
      "http://a@b.example",
      "http://user:secret@b.example",
      "http://b.example\\@c.example",
      "http://b.example#@c.example",
      "http://b.example?x=1",
      "http://b.example/\r\nhost: c",
      "http://[::1",
      "//b.example",
      "nonsense",
    ])
      expect([text, schema.safeParse(text).success]).toEqual([text, false]);
    expect(schema.safeParse("https://b.example").success).toBe(true);
  });

  it.each(["Logo", "TopUpLink", "DeveloperLink", "DownloadLink", "WeChatAccountQRCodeImageURL"] as const)(
    "%s opens no script and is never fetched by the server",
    async (key) => {
      const { schema } = settings[key];
      for (const text of [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        " javascript:alert(1)",
        "data:text/html,<script>",
        "data:image/svg+xml,<svg onload=alert(1)>",
        "vbscript:x",
        "blob:x",
        "//evil.example",
        "/\\evil.example",
      ])
        expect([text, schema.safeParse(text).success]).toEqual([text, false]);
      await running.set(key, `${service}/picture.svg`);
      await running.app.inject({ url: "/" });
      await root.get("/api/status");
      expect(received).toEqual([]);
    },
  );
});
