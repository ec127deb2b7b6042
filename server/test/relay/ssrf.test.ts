import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type App, buildApp } from "../../src/build-app.ts";
import { readConfig } from "../../src/config.ts";
import { type FakeUpstream, startFakeUpstream } from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";
import { dialects } from "./fault-dialects.ts";

/** URLs in prompts, for upstreams that do not fetch them: the gateway fetches them, and reaches no private host. */
let running: RunningApp;
let upstream: FakeUpstream;
let key: string;
/** A private host; `asked` lists the requested paths. */
let privatePort: number;
const requested: string[] = [];
const picture = Buffer.from("89504e470d0a1a0a", "hex");
const privateHost = createServer((request, response) => {
  requested.push(request.url ?? "");
  if (request.url?.startsWith("/to-")) {
    const target = request.url === "/to-file" ? "file:///etc/passwd" : "http://127.9.9.9:8080/secret";
    response.writeHead(302, { location: target }).end();
    return;
  }
  response
    .writeHead(200, { "content-type": request.url === "/page" ? "text/html" : "image/png" })
    .end(picture);
});

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await new Promise<void>((resolve) => privateHost.listen(0, "127.0.0.1", resolve));
  privatePort = (privateHost.address() as AddressInfo).port;
  for (const [type, model] of [
    [25, "inlining-gemini"],
    [39, "inlining-ollama"],
  ] as const) {
    await running.aPrice({ model, type: "tokens", channel_type: type, input: 1, output: 1 });
    await running.aChannel({ base_url: upstream.url, type, models: [model] });
  }
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
  privateHost.close();
});
beforeEach(() => {
  requested.length = 0;
  upstream.answer((response, { path }) => {
    response.writeHead(200, { "content-type": "application/json" });
    const answer = path.includes("/api/chat")
      ? {
          model: "m",
          message: { role: "assistant", content: "Hello" },
          done: true,
          done_reason: "stop",
          prompt_eval_count: 12,
          eval_count: 5,
        }
      : dialects.gemini.whole();
    response.end(JSON.stringify(answer));
  });
});

const chat = (model: string, url: string) => ({
  model,
  messages: [
    {
      role: "user",
      content: [
        { type: "text", text: "What is it?" },
        { type: "image_url", image_url: { url } },
      ],
    },
  ],
});
const messages = (model: string, url: string) => ({
  model,
  max_tokens: 10,
  messages: [{ role: "user", content: [{ type: "image", source: { type: "url", url } }] }],
});
const responses = (model: string, url: string) => ({
  model,
  input: [{ role: "user", content: [{ type: "input_image", image_url: url }] }],
});

const at = (host: string): string => `http://${host}:${privatePort}/picture.png`;
const hostile: [name: string, url: () => string][] = [
  ["a loopback address", () => at("127.0.0.1")],
  ["one with parts left out", () => at("127.1")],
  ["one as a single number", () => at("2130706433")],
  ["one in octal", () => at("0177.0.0.1")],
  ["one in hexadecimal", () => at("0x7f.1")],
  ["the address of no host", () => at("0.0.0.0")],
  ["nothing but zeros", () => at("0")],
  ["version 6's address of no host", () => at("[::]")],
  ["version 6's loopback", () => at("[::1]")],
  ["version 4 within version 6", () => at("[::ffff:127.0.0.1]")],
  ["the metadata service within version 6", () => "http://[::ffff:169.254.169.254]/latest/meta-data/"],
  ["the metadata service", () => "http://169.254.169.254/latest/meta-data/"],
  ["a private network", () => "http://10.0.0.1/picture.png"],
  ["localhost by name", () => at("localhost")],
  ["dots of another alphabet", () => at("127。0。0。1")],
  ["a file", () => "file:///etc/passwd"],
  ["gopher", () => "gopher://127.0.0.1:6379/_FLUSHALL"],
  ["a user's name in front", () => `http://example.com@127.0.0.1:${privatePort}/picture.png`],
  ["a port of another service", () => "http://8.8.8.8:6379/"],
  ["no address", () => "http://"],
];

describe.each([
  ["Gemini", "inlining-gemini"],
  ["Ollama", "inlining-ollama"],
])("an image in a prompt for %s is not fetched from", (_, model) => {
  for (const [name, url] of hostile) {
    it(`${name}: the caller is replies so, nothing is sent and nothing charged`, async () => {
      const before = await running.books();
      const response = await running.call(key, chat(model, url()));
      const { error } = (await response.json()) as { error: { message: string; type: string } };
      expect(response.status).toBe(400);
      expect(error.type).toBe("invalid_request_error");
      expect(requested).toEqual([]);
      expect(upstream.seen).toEqual([]);
      expect((await running.books()).balance).toBe(before.balance);
    });
  }
});

describe("the error", () => {
  it("has the caller's own format", async () => {
    const url = at("127.0.0.1");
    const replies = await Promise.all([
      running.call(key, messages("inlining-gemini", url), { path: "/v1/messages" }),
      running.call(key, responses("inlining-gemini", url), { path: "/v1/responses" }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([400, 400]);
    const [anthropic, openai] = (await Promise.all(replies.map((one) => one.json()))) as Record<
      string,
      unknown
    >[];
    expect(anthropic).toMatchObject({ type: "error", error: { type: "invalid_request_error" } });
    expect(openai).toMatchObject({ error: { code: "invalid_request" } });
    expect(JSON.stringify([anthropic, openai])).toContain("its host is not public");
    expect(requested).toEqual([]);
  });

  it("leaves nothing reserved", async () => {
    const { balance } = await running.books();
    await running.setBalance(1);
    expect((await running.books()).balance).toBe(1);
    await running.setBalance(balance);
  });

  it("is the same for unknown names and for private ones", async () => {
    const send = async (host: string): Promise<string> =>
      (await (await running.call(key, chat("inlining-gemini", `http://${host}/a.png`))).text()).replace(
        host,
        "",
      );
    const [one, other] = await Promise.all([send("no-such-host.invalid"), send("localhost")]);
    const cleaned = (text: string): string => text.replace(/\(request id: [^)]*\)/, "");
    expect(cleaned(one)).toBe(cleaned(other));
  });
});

describe("EGRESS_ALLOW", () => {
  /**
   * The same installation from here on: two in one process would reclaim each other's quota as that of a dead process.
   */
  let allowing: App;
  let allowingUrl: string;
  beforeAll(async () => {
    const env = { DATA_DIR: running.dataDir, PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "silent" };
    allowing = await buildApp(readConfig({ ...env, EGRESS_ALLOW: "127.0.0.1" }, false));
    allowingUrl = await allowing.listen();
  });
  afterAll(() => allowing?.close(100));

  const call = (url: string) =>
    fetch(`${allowingUrl}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      body: JSON.stringify(chat("inlining-gemini", url)),
    });

  it("allows fetching an image from a private host that the operator lists, and inlining it", async () => {
    const response = await call(at("127.0.0.1"));
    expect(response.status).toBe(200);
    expect(requested).toEqual(["/picture.png"]);
    expect(upstream.seen[0]?.text).toContain(picture.toString("base64"));
  });

  it("does not follow redirects from there to another host, or to a file", async () => {
    for (const path of ["/to-another", "/to-file"]) {
      const response = await call(`http://127.0.0.1:${privatePort}${path}`);
      expect(response.status).toBe(400);
    }
    expect(upstream.seen).toEqual([]);
  });

  it("fetches the same URL once per call, and at most twenty of them", async () => {
    const url = at("127.0.0.1");
    const many = (count: number, same: boolean) => ({
      model: "inlining-gemini",
      messages: [
        {
          role: "user",
          content: Array.from({ length: count }, (_, index) => ({
            type: "image_url",
            image_url: { url: same ? url : `${url}?${index}` },
          })),
        },
      ],
    });
    const send = (body: object) =>
      fetch(`${allowingUrl}/v1/chat/completions`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
        body: JSON.stringify(body),
      });
    expect((await send(many(5, true))).status).toBe(200);
    expect(requested).toHaveLength(1);
    requested.length = 0;
    expect((await send(many(21, false))).status).toBe(400);
    expect(requested).toEqual([]);
  });
});
