import { once } from "node:events";
import { connect } from "node:net";
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from "node:zlib";
import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  chatAnswer,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** Browser preflights, body encodings, and places of keys. */
let running: RunningApp;
let upstream: FakeUpstream;
let key: string;

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
beforeEach(() => {
  upstream.seen.length = 0;
  upstream.answer(jsonAnswer(chatAnswer()));
});

const body = { model: "test-model", messages: [{ role: "user", content: "hi" }] };
const json = "application/json";

function post(payload: string | Buffer, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${running.url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": json, ...headers },
    body: new Uint8Array(Buffer.from(payload)),
  });
}

async function codeOf(response: Response): Promise<[number, string]> {
  const { error } = (await response.json()) as { error: { code: string } };
  return [response.status, error.code];
}

describe("a browser", () => {
  const namesOf = (response: Response, header: string): string[] =>
    (response.headers.get(header) ?? "").split(",").map((name) => name.trim());

  it("receives every SDK header in the preflight, the key's by name", async () => {
    for (const path of ["/v1/chat/completions", "/v1beta/models/m:generateContent", "/chat/completions"]) {
      const response = await fetch(running.url + path, {
        method: "OPTIONS",
        headers: { origin: "https://app.example", "access-control-request-method": "POST" },
      });
      expect(response.status).toBe(204);
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      // The wildcard does not cover `Authorization` (Fetch, 3.2.3).
      const names = namesOf(response, "access-control-allow-headers");
      for (const name of ["authorization", "x-api-key", "x-goog-api-key", "anthropic-version", "*"])
        expect(names).toContain(name);
      const methods = namesOf(response, "access-control-allow-methods");
      expect(methods).toEqual(expect.arrayContaining(["GET", "POST", "DELETE"]));
    }
  });

  it("may read our headers of a response and of an error; other callers do not receive the CORS header", async () => {
    const wanted = [
      "x-request-id",
      "request-id",
      "retry-after",
      "x-ratelimit-remaining-tokens",
      "x-tollgate-dropped",
      "x-tollgate-cost",
    ];
    for (const origin of ["https://app.example", "null"])
      for (const given of [key, "sk-unknown"]) {
        const response = await post(JSON.stringify(body), { origin, authorization: `Bearer ${given}` });
        expect(response.headers.get("access-control-allow-origin")).toBe("*");
        const names = namesOf(response, "access-control-expose-headers");
        for (const name of wanted) expect(names).toContain(name);
      }
    const plain = await post(JSON.stringify(body));
    expect(plain.headers.get("access-control-expose-headers")).toBeNull();
  });
});

describe("a key next to placeholders", () => {
  it.each([
    "Bearer undefined",
    "Bearer null",
    "Bearer",
    "",
    "Basic dXNlcjpwYXNzd29yZA==",
    "Bearer sk-made-up",
  ])("is found in the header of another SDK: %s", async (authorization) => {
    for (const name of ["x-api-key", "x-goog-api-key"])
      expect([name, (await post(JSON.stringify(body), { authorization, [name]: key })).status]).toEqual([
        name,
        200,
      ]);
  });

  it("is the only one that counts: placeholders are ignored, and the first of two valid keys pays", async () => {
    const unknown = await post(JSON.stringify(body), { authorization: "Bearer undefined" });
    expect(await codeOf(unknown)).toEqual([401, "missing_api_key"]);
    const both = { authorization: "Bearer sk-made-up", "x-api-key": "sk-made-up-too", "x-goog-api-key": key };
    expect(await codeOf(await post(JSON.stringify(body), both))).toEqual([401, "invalid_api_key"]);
    const disabled = await running.aToken({ name: "other", unlimited_quota: false, remain_quota: 0 });
    const first = { authorization: `Bearer ${disabled.key}`, "x-api-key": key };
    expect((await post(JSON.stringify(body), first)).status).toBe(403);
  });
});

describe("a body", () => {
  const text = JSON.stringify({ ...body, messages: [{ role: "user", content: "größe ".repeat(20_000) }] });

  it.each([
    ["zstd", zstdCompressSync(text)],
    ["zstd", zstdCompressSync(text, { params: { [constants.ZSTD_c_compressionLevel]: 19 } })],
    ["Zstd", zstdCompressSync(text)],
    ["br", brotliCompressSync(text)],
    ["gzip", gzipSync(text)],
    ["GZip", gzipSync(text)],
  ])("is decompressed, and reaches the upstream whole: %s", async (encoding, packed) => {
    const response = await post(packed, { "content-encoding": encoding });
    expect(response.status).toBe(200);
    expect(upstream.seen[0]?.json["messages"]).toEqual((JSON.parse(text) as typeof body).messages);
    expect(upstream.seen[0]?.headers["content-encoding"]).toBeUndefined();
  });

  it("of zstd is limited like every other: too high a ratio, truncated, trailing bytes, too large a window", async () => {
    const bomb = zstdCompressSync(Buffer.alloc(31 * 1024 * 1024, " "));
    const rejected = await post(bomb, { "content-encoding": "zstd" });
    expect(rejected.status).toBe(413);
    expect(await rejected.text()).toContain("expands too much");
    const large = zstdCompressSync(Buffer.alloc(64 * 1024 * 1024, " "));
    expect((await post(large, { "content-encoding": "zstd" })).status).toBe(413);
    const whole = zstdCompressSync(text);
    const cut = await post(whole.subarray(0, whole.length - 20), { "content-encoding": "zstd" });
    expect(cut.status).toBe(400);
    const more = await post(Buffer.concat([zstdCompressSync(JSON.stringify(body)), whole]), {
      "content-encoding": "zstd",
    });
    expect([more.status, await more.text()]).toEqual([400, expect.stringContaining("one frame")]);
    const far = {
      params: { [constants.ZSTD_c_windowLog]: 27, [constants.ZSTD_c_enableLongDistanceMatching]: 1 },
    };
    const noise = Buffer.alloc(24 * 1024 * 1024, text);
    expect(
      (await post(zstdCompressSync(noise, far), { "content-encoding": "zstd" })).status,
    ).toBeGreaterThanOrEqual(400);
    expect(upstream.seen).toEqual([]);
  });

  it("may begin with a byte order mark, which is not sent upstream", async () => {
    for (const [path, given] of [
      ["/v1/chat/completions", text],
      ["/v1/chat/completions", JSON.stringify(body)],
      ["/v1/embeddings", '{"model":"test-model","input":"hi"}'],
      ["/v1/responses/input_tokens", '{"model":"test-model","input":"hi"}'],
    ] as const) {
      upstream.answer(
        jsonAnswer(
          path.endsWith("embeddings")
            ? {
                object: "list",
                data: [{ object: "embedding", index: 0, embedding: [1] }],
                usage: { prompt_tokens: 1 },
              }
            : chatAnswer(),
        ),
      );
      const response = await fetch(running.url + path, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": json },
        body: new Uint8Array(Buffer.from(`\uFEFF${given}`)),
      });
      expect([path, response.status]).toEqual([path, 200]);
      await response.text();
      const sent = upstream.seen.at(-1)?.text ?? "";
      expect(sent.charCodeAt(0)).not.toBe(0xfeff);
      expect(JSON.parse(sent)).toEqual(JSON.parse(given));
    }
  });
});

describe("a head that is too large", () => {
  async function send(path: string): Promise<{ head: string; body: unknown }> {
    const { hostname, port } = new URL(running.url);
    const socket = connect(Number(port), hostname);
    socket.on("error", () => {});
    socket.write(`GET ${path} HTTP/1.1\r\nHost: gateway\r\nX-Large: ${"x".repeat(40_000)}\r\n\r\n`);
    let answer = "";
    socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
    await once(socket, "close");
    const [head = "", payload = ""] = answer.split("\r\n\r\n");
    return { head, body: JSON.parse(payload) };
  }

  it("is rejected in the envelope, or in the format of its path", async () => {
    const console = await send("/api/status");
    expect(console.head).toMatch(/^HTTP\/1\.1 431 /);
    expect(console.head).toMatch(/x-request-id: \S{10,}/);
    expect(console.body).toMatchObject({ success: false, code: "request.headers_too_large" });
    expect(JSON.stringify(console.body)).toContain("32 KB");
    expect((await send("/v1/chat/completions")).body).toMatchObject({
      error: { code: "headers_too_large", type: "invalid_request_error" },
    });
    expect((await send("/v1/messages")).body).toMatchObject({ type: "error" });
    expect((await send("/v1beta/models")).body).toMatchObject({ error: { code: 431 } });
    expect((await fetch(`${running.url}/api/status`)).status).toBe(200);
  });
});

describe("the amount that old clients read", () => {
  it("is rounded, because quota is an integer and dollars are not", async () => {
    const client = new OpenAI({ baseURL: `${running.url}/v1`, apiKey: key });
    for (let call = 0; call < 7; call++) await post(JSON.stringify(body));
    const usage = await client.get<{ total_usage: number }>("/dashboard/billing/usage");
    expect(usage.total_usage).toBeGreaterThan(0);
    const limit = await client.get<{ hard_limit_usd: number }>("/dashboard/billing/subscription");
    for (const sum of [usage.total_usage, limit.hard_limit_usd])
      expect(String(sum)).toMatch(/^\d+(?:\.\d{1,6})?$/);
  });
});
