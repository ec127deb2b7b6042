import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  chatAnswer,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** Bytes that a hostile caller can write on a connection. */
let running: RunningApp;
let upstream: FakeUpstream;
let key: string;
const opened: Socket[] = [];

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 2, output: 3 });
  await running.aChannel({ base_url: upstream.url });
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});
beforeEach(() => upstream.answer(jsonAnswer(chatAnswer())));
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
});

const body = JSON.stringify({ model: "test-model", messages: [{ role: "user", content: "hi" }] });

/** Sends the bytes and reads until the server closes, or until `answers` responses have come. */
async function exchange(bytes: string | Buffer, answers = 1): Promise<string> {
  const { hostname, port } = new URL(running.url);
  const socket = connect(Number(port), hostname);
  opened.push(socket);
  socket.on("error", () => {});
  let text = "";
  const enough = new Promise<void>((resolve) => {
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      if (text.split(/HTTP\/1\.1 \d{3} /).length > answers && /\r\n\r\n/.test(text)) resolve();
    });
    socket.on("close", () => resolve());
  });
  socket.write(bytes);
  await enough;
  return text;
}

function post(headers: readonly string[], payload = body, path = "/v1/chat/completions"): string {
  const lines = [`POST ${path} HTTP/1.1`, "Host: gateway", `Authorization: Bearer ${key}`, ...headers];
  return `${lines.join("\r\n")}\r\n\r\n${payload}`;
}

const json = "Content-Type: application/json";
const sized = `Content-Length: ${Buffer.byteLength(body)}`;
const statusOf = (text: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);

describe("requests that two parsers would delimit differently", () => {
  const chunked = `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const smuggled = `GET /v1/models HTTP/1.1\r\nHost: gateway\r\nAuthorization: Bearer sk-x\r\n\r\n`;
  const tricks: { name: string; bytes: () => string }[] = [
    {
      name: "both length and chunks",
      bytes: () => post([json, "Content-Length: 4", "Transfer-Encoding: chunked"], `0\r\n\r\n${smuggled}`),
    },
    { name: "two lengths", bytes: () => post([json, sized, "Content-Length: 4"]) },
    { name: "two lengths in one header", bytes: () => post([json, "Content-Length: 4, 90"]) },
    { name: "a length with a sign", bytes: () => post([json, "Content-Length: +90"]) },
    { name: "a length that is none", bytes: () => post([json, "Content-Length: 0x5a"]) },
    {
      name: "an encoding of the transfer that is unknown",
      bytes: () => post([json, "Transfer-Encoding: xchunked"], chunked),
    },
    {
      name: "chunks hidden behind another encoding",
      bytes: () => post([json, "Transfer-Encoding: chunked, identity"], chunked),
    },
    { name: "a space before the colon", bytes: () => post([json, `Content-Length : ${body.length}`]) },
    {
      name: "a header that is folded",
      bytes: () => post([json, sized, "X-One: a", " Transfer-Encoding: chunked"]),
    },
    {
      name: "a bare line feed in a header",
      bytes: () => post([json, sized, "X-One: a\nTransfer-Encoding: chunked"]),
    },
    {
      name: "a chunk whose size overflows",
      bytes: () => post([json, "Transfer-Encoding: chunked"], `ffffffffffffffffff\r\n${body}`),
    },
  ];
  for (const { name, bytes } of tricks) {
    it(`are rejected and the connection is closed, so that nothing is left in it: ${name}`, async () => {
      const text = await exchange(bytes(), 2);
      expect(statusOf(text)).toBe(400);
      expect(text.match(/HTTP\/1\.1 \d{3} /g)).toHaveLength(1);
      expect(upstream.seen).toEqual([]);
    });
  }

  it("are served if unambiguous: chunked only, and pipelined on one connection", async () => {
    expect(statusOf(await exchange(post([json, "Transfer-Encoding: chunked"], chunked)))).toBe(200);
    const both = await exchange(post([json, sized]) + post([json, sized]), 2);
    expect(both.match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
  });
});

describe("a protocol upgrade", () => {
  it("keep their connection if they are rejected and have no body: the next one is served", async () => {
    const get = (bearer: string) =>
      `GET /v1/models HTTP/1.1\r\nHost: gateway\r\nAuthorization: Bearer ${bearer}\r\n\r\n`;
    const unknown = `GET /v1/nothing HTTP/1.1\r\nHost: gateway\r\n\r\n`;
    const text = await exchange(get("sk-unknown") + unknown + get("sk-unknown") + get(key), 4);
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
    expect(statuses).toEqual(["401", "404", "401", "200"]);
    expect(text).not.toMatch(/^connection: close/im);
  });

  it("to HTTP/2, which Java's client offers with every call, is ignored and the call served", async () => {
    const offer = [
      "Connection: Upgrade, HTTP2-Settings",
      "Upgrade: h2c",
      "HTTP2-Settings: AAEAAEAAAAIAAAAAAAMAAAAA",
    ];
    expect(statusOf(await exchange(post([json, sized, ...offer])))).toBe(200);
    const console = await exchange(
      `GET /api/status HTTP/1.1\r\nHost: gateway\r\n${offer.join("\r\n")}\r\n\r\n`,
    );
    expect(statusOf(console)).toBe(200);
  });
});

describe("headers of the caller", () => {
  it("that are its own, its connection's or other gateways' never reach the upstream", async () => {
    const own = [
      "X-Api-Key: sk-of-another",
      "X-Goog-Api-Key: sk-of-a-third",
      "Cookie: session=secret",
      "Proxy-Authorization: Basic c2VjcmV0",
      "Proxy-Connection: close",
      "TE: trailers",
      "Connection: X-Private",
      "X-Private: for the next hop only",
      "Keep-Alive: timeout=5",
      "X-Forwarded-For: 203.0.113.9",
      "Forwarded: for=203.0.113.9",
      "X-Portkey-Custom-Host: http://127.0.0.1:1",
      "X-Upstream-Host: 127.0.0.1:1",
      "Api-Base: http://127.0.0.1:1",
      "OpenAI-Organization: org-of-the-caller",
    ];
    expect(statusOf(await exchange(post([json, sized, ...own])))).toBe(200);
    const sent = JSON.stringify(upstream.seen[0]?.headers).toLowerCase();
    for (const line of own) expect(sent).not.toContain(line.slice(line.indexOf(": ") + 2).toLowerCase());
    expect(sent).not.toContain(key.toLowerCase());
    expect(upstream.seen[0]?.headers.authorization).toBe("Bearer upstream-key");
    expect(upstream.seen[0]?.headers.host).toBe(new URL(upstream.url).host);
  });

  it("are at most 32 KB, however many there are", async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `X-H${index}: 1`);
    expect(statusOf(await exchange(post([json, sized, ...many])))).toBe(431);
    expect(upstream.seen).toEqual([]);
  });
});

describe("bodies", () => {
  it("above 32 MB are rejected by their length", async () => {
    const text = await exchange(post([json, `Content-Length: ${33 * 1024 * 1024}`], ""));
    expect(statusOf(text)).toBe(413);
    expect(text.toLowerCase()).toContain("connection: close");
  });

  it("above 32 MB are rejected while they arrive, if no length was sent", async () => {
    const piece = "x".repeat(1024 * 1024);
    const chunk = `100000\r\n${piece}\r\n`;
    const { hostname, port } = new URL(running.url);
    const socket = connect(Number(port), hostname);
    opened.push(socket);
    socket.on("error", () => {});
    const answer = once(socket, "data") as Promise<[Buffer]>;
    socket.write(post([json, "Transfer-Encoding: chunked"], ""));
    for (let sent = 0; sent < 40 && !socket.destroyed; sent++) socket.write(chunk);
    const [head] = await answer;
    expect(statusOf(head.toString("latin1"))).toBe(413);
  });

  for (const [name, inner] of [
    ["is counted after it is unpacked", Buffer.alloc(64 * 1024 * 1024, " ")],
    ["of a whole JSON text is served", Buffer.from(body)],
  ] as const) {
    it(`that are packed: what ${name}`, async () => {
      const packed = gzipSync(inner);
      const head = post([json, "Content-Encoding: gzip", `Content-Length: ${packed.length}`], "");
      const text = await exchange(Buffer.concat([Buffer.from(head), packed]));
      expect(statusOf(text)).toBe(inner.length > 1000 ? 413 : 200);
    });
  }

  it("with an encoding header but without encoding get a clear error", async () => {
    const text = await exchange(post([json, sized, "Content-Encoding: gzip"]));
    expect(statusOf(text)).toBe(400);
    expect(text).toContain("not valid gzip");
    expect(statusOf(await exchange(post([json, sized, "Content-Encoding: constructor"])))).toBe(400);
  });

  it("with invalid UTF-8 reach the upstream unharmed", async () => {
    const broken = Buffer.concat([
      Buffer.from('{"model":"test-model","messages":[{"role":"user","content":"a'),
      Buffer.from([0xff, 0xc3, 0x28]),
      Buffer.from('b"}]}'),
    ]);
    const head = post([json, `Content-Length: ${broken.length}`], "");
    expect(statusOf(await exchange(Buffer.concat([Buffer.from(head), broken])))).toBe(200);
    expect(upstream.seen[0]?.json["model"]).toBe("test-model");
  });

  it("with object property names change nothing else", async () => {
    const hostile =
      '{"__proto__":{"model":"gpt-dear","stream":true},"constructor":{"prototype":{"x":1}},"model":"test-model","messages":[{"role":"user","content":"hi","__proto__":{"role":"system"}}],"toString":1}';
    const text = await exchange(post([json, `Content-Length: ${hostile.length}`], hostile));
    expect(statusOf(text)).toBe(200);
    expect(upstream.seen[0]?.json["model"]).toBe("test-model");
    expect(({} as Record<string, unknown>)["model"]).toBeUndefined();
    const last = (await running.books()).logs.at(-1);
    expect(last).toMatchObject({ model_name: "test-model", is_stream: 0 });
  });
});

describe("paths", () => {
  const hostile = [
    "/v1beta/models/%2e%2e%2f%2e%2e%2fx:generateContent",
    "/v1beta/models/..%2Fx:generateContent",
    "/v1beta/models/%:generateContent",
    "/v1beta/models/%ff%fe:generateContent",
    "/v1beta/models/a%00b:generateContent",
    "/v1beta/models/__proto__:generateContent",
    "/v1beta/models/constructor:countTokens",
    "/v1/models/__proto__",
    "/v1beta/models/x:__proto__",
    `/v1beta/models/x:generateContent?${"a=1&".repeat(5000)}`,
    "/v1/chat/completions/../../api/user/self",
    "/v1/../api/user/self",
  ];
  for (const path of hostile) {
    it(`that make no sense end in a rejection: ${path.slice(0, 60)}`, async () => {
      const payload = '{"contents":[{"parts":[{"text":"hi"}]}]}';
      const status = statusOf(
        await exchange(post([json, `Content-Length: ${payload.length}`], payload, path)),
      );
      expect([400, 404, 405]).toContain(status);
      expect(upstream.seen).toEqual([]);
    });
  }

  it("in a model's name are rejected, also if channels accept every name", async () => {
    await running.aPrice({ model: "any-*", type: "tokens", channel_type: 25, input: 1, output: 1 });
    await running.aChannel({ base_url: upstream.url, type: 25, models: ["any-*"] });
    for (const model of ["any-cheap/../models/any-dear", "any-a/./b", "any-a\\..\\b"]) {
      const payload = JSON.stringify({ model, messages: [{ role: "user", content: "hi" }] });
      const text = await exchange(post([json, `Content-Length: ${payload.length}`], payload));
      expect(statusOf(text)).toBe(400);
    }
    expect(upstream.seen).toEqual([]);
  });
});
