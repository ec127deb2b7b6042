import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildApp, type App } from "../../src/build-app.ts";
import { readConfig } from "../../src/config.ts";
import { type FakeUpstream, startFakeUpstream } from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** Every field of a call with a URL that the gateway fetches itself, and hostile responses of such a URL. */
let running: RunningApp;
let allowing: App;
let allowingUrl: string;
let upstream: FakeUpstream;
let key: string;
let privatePort: number;
let play: (response: ServerResponse) => void;
const requested: string[] = [];
const privateHost = createServer((request, response) => {
  requested.push(request.url ?? "");
  play(response);
});

const models = { "site-gemini": 25, "site-ollama": 39, "site-bedrock": 32 } as const;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await new Promise<void>((resolve) => privateHost.listen(0, "127.0.0.1", resolve));
  privatePort = (privateHost.address() as AddressInfo).port;
  for (const [model, type] of Object.entries(models)) {
    await running.aPrice({ model, type: "tokens", channel_type: type, input: 1, output: 1 });
    await running.aChannel({ base_url: upstream.url, type, models: [model], key: "us-east-1|token" });
  }
  key = (await running.aToken()).key;
  const env = { DATA_DIR: running.dataDir, PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "silent" };
  allowing = await buildApp(readConfig({ ...env, EGRESS_ALLOW: "127.0.0.1" }, false));
  allowingUrl = await allowing.listen();
});
afterAll(async () => {
  await allowing?.close(100);
  await running?.stop();
  await upstream?.stop();
  privateHost.closeAllConnections();
  privateHost.close();
});
beforeEach(() => {
  requested.length = 0;
  play = (response) => void response.writeHead(200, { "content-type": "image/png" }).end("picture");
});

type Site = [name: string, path: string, body: (model: string, url: string) => object];
const sites: Site[] = [
  [
    "an image in a chat",
    "/v1/chat/completions",
    (model, url) => ({
      model,
      messages: [{ role: "user", content: [{ type: "image_url", image_url: { url } }] }],
    }),
  ],
  [
    "an image in a message",
    "/v1/messages",
    (model, url) => ({
      model,
      max_tokens: 5,
      messages: [{ role: "user", content: [{ type: "image", source: { type: "url", url } }] }],
    }),
  ],
  [
    "a document in a message",
    "/v1/messages",
    (model, url) => ({
      model,
      max_tokens: 5,
      messages: [{ role: "user", content: [{ type: "document", source: { type: "url", url } }] }],
    }),
  ],
  [
    "an image in a tool result",
    "/v1/messages",
    (model, url) => ({
      model,
      max_tokens: 5,
      tools: [{ name: "look", input_schema: { type: "object" } }],
      messages: [
        { role: "user", content: "look" },
        { role: "assistant", content: [{ type: "tool_use", id: "t1", name: "look", input: {} }] },
        {
          role: "user",
          content: [
            {
              type: "tool_result",
              tool_use_id: "t1",
              content: [{ type: "image", source: { type: "url", url } }],
            },
          ],
        },
      ],
    }),
  ],
  [
    "an image in Responses",
    "/v1/responses",
    (model, url) => ({
      model,
      input: [{ role: "user", content: [{ type: "input_image", image_url: url }] }],
    }),
  ],
  [
    "a file in Responses",
    "/v1/responses",
    (model, url) => ({ model, input: [{ role: "user", content: [{ type: "input_file", file_url: url }] }] }),
  ],
  [
    "a file in Google's format",
    "/v1beta/models/{model}:generateContent",
    (_model, url) => ({
      contents: [{ role: "user", parts: [{ fileData: { mimeType: "image/png", fileUri: url } }] }],
    }),
  ],
];

const at = (host: string): string => `http://${host}:${privatePort}/picture.png`;
const inner = "its host is not public";
const hostile = (): [url: string, reason: string][] => [
  [at("127.0.0.1"), inner],
  [at("127.1"), inner],
  [at("2130706433"), inner],
  [at("[::]"), inner],
  ["http://[::ffff:169.254.169.254]/latest/meta-data/", inner],
  ["http://169.254.169.254/latest/meta-data/", inner],
  ["file:///etc/passwd", "only http and https addresses are fetched"],
  ["gopher://127.0.0.1:6379/_FLUSHALL", "only http and https addresses are fetched"],
  [`http://example.com@127.0.0.1:${privatePort}/`, "it must not contain a user name or password"],
];

describe.each(sites)("%s", (_name, path, body) => {
  it.each(Object.keys(models))("is not fetched for %s", async (model) => {
    for (const [url, reason] of hostile()) {
      // Google's format passes unchanged to Google itself: Google fetches, not the gateway.
      if (path.includes("{model}") && model === "site-gemini") continue;
      const response = await running.call(key, body(model, url), { path: path.replace("{model}", model) });
      const text = await response.text();
      expect([url, response.status, text]).toEqual([url, 400, expect.stringContaining(reason)]);
    }
    expect(requested).toEqual([]);
    expect(upstream.seen).toEqual([]);
  });
});

describe("responses of an allowed host", () => {
  const tricks: [string, (response: ServerResponse) => void][] = [
    [
      "a small body that expands to 100 MB",
      (response) =>
        void response
          .writeHead(200, { "content-type": "image/png", "content-encoding": "gzip" })
          .end(gzipSync(Buffer.alloc(100_000_000))),
    ],
    [
      "a body that never ends",
      (response) => {
        response.writeHead(200, { "content-type": "image/png" });
        const pour = (): void => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536)));
        };
        response.on("drain", pour);
        pour();
      },
    ],
    [
      "a wrong length",
      (response) => {
        response.writeHead(200, { "content-type": "image/png", "content-length": "1000" });
        response.end("short");
        response.destroy();
      },
    ],
    ["a redirect in a circle", (response) => void response.writeHead(307, { location: "/again" }).end()],
    [
      "a redirect to a name without an address",
      (response) => void response.writeHead(302, { location: "http://no-such-host.invalid/" }).end(),
    ],
  ];
  it.each(tricks)("are rejected, and free: %s", async (_trick, hostilePlay) => {
    play = hostilePlay;
    const { balance } = await running.books();
    for (const [name, path, body] of sites.slice(0, 3)) {
      const response = await fetch(allowingUrl + path, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
        body: JSON.stringify(body("site-ollama", at("127.0.0.1"))),
      });
      expect([name, response.status]).toEqual([name, 400]);
      await response.text();
    }
    expect(requested.length).toBeGreaterThan(0);
    expect(upstream.seen).toEqual([]);
    expect((await running.books()).balance).toBe(balance);
  });
});
