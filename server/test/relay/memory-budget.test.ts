import { type ClientRequest, type IncomingMessage, request } from "node:http";
import type { ServerResponse } from "node:http";
import { brotliCompressSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createMemoryBudget } from "../../src/platform/memory-budget.ts";
import {
  chatAnswer,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
} from "../fake-upstream/fake-upstream.ts";
import { anotherUser } from "../support/another-user.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** Small requests that make the gateway retain many bytes. A user may retain 4 MB, all users together 40 MB. */
const megabyte = 1024 * 1024;
const memory = createMemoryBudget(40 * megabyte, 4 * megabyte);
let running: RunningApp;
let upstream: FakeUpstream;
let key: string;
let waiting: ServerResponse[] = [];
const opened: ClientRequest[] = [];

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp(undefined, { memory });
  await running.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 2, output: 3 });
  await running.aChannel({ base_url: upstream.url });
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});
afterEach(async () => {
  finish();
  for (const one of opened.splice(0)) one.destroy();
  await vi.waitUntil(() => memory.used === 0);
});

/** The upstream responds when `finish` is called. */
function holdAnswers(): void {
  waiting = [];
  upstream.answer((response) => waiting.push(response));
}

function finish(): void {
  upstream.answer(jsonAnswer(chatAnswer()));
  for (const response of waiting.splice(0)) jsonAnswer(chatAnswer())(response, {} as never);
}

const chat = (content: string): object => ({
  model: "test-model",
  messages: [{ role: "user", content }],
  max_tokens: 5,
});

/** A few hundred bytes that decompress to `bytes`. */
const packed = (bytes: number): Buffer => brotliCompressSync(JSON.stringify(chat("a".repeat(bytes))));

function post(body: Buffer, apiKey = key, path = "/v1/chat/completions"): Promise<Response> {
  return fetch(running.url + path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${apiKey}`,
      "content-type": "application/json",
      "content-encoding": "br",
    },
    body: new Uint8Array(body),
  });
}

describe("decompressed bodies", () => {
  it("of one user are served up to the user's share, and the others get 429; other users are served", async () => {
    holdAnswers();
    const body = packed(3 * megabyte);
    const before = (await running.books()).balance;
    const calls = Array.from({ length: 12 }, () => post(body));
    let settled = 0;
    const count = (): void => void (settled += 1);
    for (const one of calls) one.then(count, count);
    await vi.waitUntil(() => waiting.length === 1, { timeout: 10_000 });
    const stranger = await anotherUser(running);
    const answer = running.call(stranger.key, chat("hi"));
    await vi.waitUntil(() => waiting.length === 2, { timeout: 10_000 });
    expect(memory.used).toBeLessThan(5 * megabyte);
    // A call that comes after the release would be served.
    await vi.waitUntil(() => settled === 11, { timeout: 10_000 });
    finish();
    expect((await answer).status).toBe(200);
    const answers = await Promise.all(calls);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const rejected = answers.filter(({ status }) => status === 429);
    expect(rejected).toHaveLength(11);
    expect(rejected[0]?.headers.get("retry-after")).toBe("1");
    expect(await rejected[0]?.json()).toMatchObject({
      error: { code: "memory_share_exceeded", message: expect.stringContaining("request id") },
    });
    const { balance, logs } = await running.books();
    expect(before - balance).toBe(logs.filter(({ quota }) => quota > 0)[0]?.quota);
  });

  it("of all users together get 503 when the process is full, in the caller's own format", async () => {
    holdAnswers();
    const users = await Promise.all(Array.from({ length: 11 }, () => anotherUser(running, 100_000_000)));
    const body = packed(3.9 * megabyte);
    const calls: Promise<Response>[] = [];
    for (const [index, user] of users.slice(0, 10).entries()) {
      calls.push(post(body, user.key, "/v1/messages"));
      await vi.waitUntil(() => waiting.length === index + 1, { timeout: 10_000 });
    }
    const rejected = await post(body, users[10]?.key, "/v1/messages");
    expect(rejected.status).toBe(503);
    expect(rejected.headers.get("retry-after")).toBe("1");
    expect(await rejected.json()).toMatchObject({
      type: "error",
      error: { message: expect.stringContaining("Try again shortly") },
    });
    expect(memory.used).toBeLessThanOrEqual(40 * megabyte);
    finish();
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(10).fill(200));
  });

  it("count by their size after parsing: small values take more than their bytes", async () => {
    holdAnswers();
    const values = JSON.stringify({ ...chat("hi"), metadata: { list: Array(30_000).fill({}) } });
    const calls = [running.call(key, values)];
    await vi.waitUntil(() => waiting.length === 1, { timeout: 10_000 });
    expect(memory.used).toBeGreaterThan(2 * megabyte);
    const rejected = await running.call(key, values);
    expect(rejected.status).toBe(429);
    expect(await rejected.json()).toMatchObject({ error: { code: "memory_share_exceeded" } });
    finish();
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200]);
  });

  it("that are rejected while they arrive leave nothing behind", async () => {
    const answer = await post(packed(33 * megabyte));
    expect(answer.status).toBe(413);
    await vi.waitFor(() => expect(memory.used).toBe(0));
  });
});

describe("buffered responses", () => {
  const long = (response: ServerResponse): void => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write(`{"x":"${"a".repeat(3 * megabyte)}`);
    waiting.push(response);
  };

  it("count for their user: one that does not fit is aborted, free and without blaming the channel", async () => {
    upstream.answer(long);
    const calls = [running.call(key, chat("1")), running.call(key, chat("2"))];
    const rejected = await Promise.race(calls);
    expect(rejected.status).toBe(429);
    expect(await rejected.json()).toMatchObject({ error: { code: "memory_share_exceeded" } });
    for (const response of waiting.splice(0)) response.destroy();
    await Promise.all(calls);
    upstream.answer(jsonAnswer(chatAnswer()));
    expect((await running.call(key, chat("3"))).status).toBe(200);
    const rows = (await running.books()).logs.filter(({ metadata }) => metadata.end_reason === "refused");
    expect(rows.map(({ quota }) => quota)).toEqual([0]);
  });

  it("count in a stream, too: an event without an end is aborted before it fills the memory", async () => {
    upstream.answer((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`data: ${"a".repeat(3 * megabyte)}`);
      waiting.push(response);
    });
    const stream = { ...chat("1"), stream: true };
    const calls = [running.call(key, stream), running.call(key, stream)];
    expect((await Promise.race(calls)).status).toBe(429);
    for (const response of waiting.splice(0)) response.destroy();
    await Promise.all(calls);
  });

  it("count in a translated stream that is buffered to its end: what was delivered before the cut is charged", async () => {
    upstream.answer((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      waiting.push(response);
      for (let part = 0; part < 5; part++)
        response.write(
          `data: ${JSON.stringify({ id: "a", object: "chat.completion.chunk", created: 1, model: "test-model", choices: [{ index: 0, delta: { content: "word ".repeat(100_000) } }] })}\n\n`,
        );
    });
    const before = (await running.books()).balance;
    const other = memory.open(1);
    other.acquire(3 * megabyte);
    const call = await running.call(key, { ...chat("hi"), stream: true }, { path: "/v1/messages" });
    expect(await call.text()).toContain("hold too much data");
    other.close();
    for (const response of waiting.splice(0)) response.destroy();
    const { balance, logs } = await running.books();
    expect(logs.at(-1)?.metadata).toMatchObject({ end_reason: "gateway_limit", usage_source: "counted" });
    expect(before - balance).toBeGreaterThan(100_000);
  });

  it("count until a slow reader has read them", async () => {
    upstream.answer(jsonAnswer(chatAnswer({ padding: "a".repeat(12 * megabyte) })));
    const slow = await readNothing();
    upstream.answer(jsonAnswer(chatAnswer()));
    expect(memory.used).toBeGreaterThan(12 * megabyte);
    const other = await post(packed(3 * megabyte));
    expect(other.status).toBe(429);
    slow.destroy();
    await vi.waitFor(() => expect(memory.used).toBe(0));
    expect((await post(packed(3 * megabyte))).status).toBe(200);
  });

  /** A caller that reads the head of its response and nothing more. */
  function readNothing(): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const sent = request(
        `${running.url}/v1/chat/completions`,
        { method: "POST", headers: { authorization: `Bearer ${key}`, "content-type": "application/json" } },
        resolve,
      );
      opened.push(sent);
      sent.on("error", reject);
      sent.end(JSON.stringify(chat("slow")));
    });
  }
});

describe("bodies of the console's API", () => {
  it("count for their address before sign-in, and do not use the relay's memory", async () => {
    const held = Array.from({ length: 2 }, () => {
      const sent = request(`${running.url}/api/user/login`, {
        method: "POST",
        headers: { "content-type": "application/json", "content-length": 1_000_000 },
      });
      opened.push(sent);
      sent.on("error", () => {});
      sent.write(" ".repeat(900_000));
      return sent;
    });
    const login = (): Promise<Response> =>
      fetch(`${running.url}/api/user/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ username: "a".repeat(900_000), password: "b" }),
      });
    const rejected = await vi.waitFor(
      async () => {
        const answer = await login();
        expect(answer.status).toBe(429);
        return answer;
      },
      { timeout: 10_000 },
    );
    expect(rejected.headers.get("retry-after")).toBe("1");
    expect(await rejected.json()).toMatchObject({ success: false, code: "request.rate_limited" });
    expect(memory.used).toBe(0);
    for (const sent of held) sent.destroy();
    await vi.waitFor(async () => expect((await login()).status).toBe(400), { timeout: 10_000 });
  });
});
