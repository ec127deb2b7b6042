import { connect } from "node:net";
import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  chatAnswer,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

let running: RunningApp;
const upstream: FakeUpstream = await startFakeUpstream();
let key: string;
beforeAll(async () => {
  running = await startApp();
  await running.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 1, output: 1 });
  await running.aChannel({ base_url: upstream.url });
  ({ key } = await running.aToken());
});
afterAll(async () => {
  await running.stop();
  await upstream.stop();
});
beforeEach(async () => {
  // Nothing of an earlier call is reserved.
  await running.books();
  await running.setBalance(0);
  upstream.answer(jsonAnswer(chatAnswer()));
});

const body = { model: "test-model", max_tokens: 5, messages: [{ role: "user", content: "Hi" }] };
const large = { ...body, messages: [{ role: "user", content: "x".repeat(5 * 1024 * 1024) }] };

/** Sends the head of a request and nothing of its body; returns the response. */
function sendHead(path: string, token: string): Promise<string> {
  const { hostname, port } = new URL(running.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = "";
    socket.on("data", (data) => {
      text += data.toString();
      if (/\r\n\r\n.+/s.test(text)) {
        socket.destroy();
        resolve(text);
      }
    });
    socket.on("error", reject);
    setTimeout(() => reject(new Error(`no answer: ${text}`)), 15_000).unref();
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: 5000000\r\n\r\n`,
    );
  });
}

describe("a caller without balance", () => {
  it("is rejected in its own format before its body is read", async () => {
    const chat = await sendHead("/v1/chat/completions", key);
    expect(chat).toMatch(/^HTTP\/1\.1 402 /);
    expect(chat).toContain('"code":"insufficient_user_quota"');
    expect(chat).toContain("x-request-id: ");
    const messages = await sendHead("/v1/messages", key);
    expect(messages).toMatch(/^HTTP\/1\.1 402 /);
    expect(messages).toContain('"type":"error"');
    const gemini = await sendHead("/v1beta/models/test-model:generateContent", key);
    expect(gemini).toMatch(/^HTTP\/1\.1 402 /);
    expect(await sendHead("/recraftAI/v1/images/vectorize", key)).toMatch(/^HTTP\/1\.1 402 /);
    expect(upstream.seen).toHaveLength(0);
  });

  it("receives the error and no reset, with five megabytes in flight", async () => {
    const client = new OpenAI({ apiKey: key, baseURL: `${running.url}/v1`, maxRetries: 0 });
    for (let round = 0; round < 5; round++) {
      const rejected = client.chat.completions.create(large as never);
      await expect(rejected).rejects.toMatchObject({ status: 402, code: "insufficient_user_quota" });
    }
  });

  it("also receives it if it reads nothing before all is written", async () => {
    const { hostname, port } = new URL(running.url);
    const text = JSON.stringify(large);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      socket.on("error", reject);
      socket.pause();
      socket.write(
        `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-length: ${text.length}\r\n\r\n`,
      );
      setTimeout(
        () =>
          socket.write(text, () => {
            let got = "";
            socket.on("data", (data) => (got += data.toString()));
            socket.on("end", () => resolve(got));
            socket.resume();
          }),
        100,
      );
    });
    expect(answer).toMatch(/^HTTP\/1\.1 402 /);
  });

  it("still lists models and billing, and counts tokens", async () => {
    const headers = { authorization: `Bearer ${key}` };
    expect((await fetch(`${running.url}/v1/models`, { headers })).status).toBe(200);
    expect((await fetch(`${running.url}/v1/dashboard/billing/subscription`, { headers })).status).toBe(200);
    const counted = await running.call(key, body, { path: "/v1/messages/count_tokens" });
    expect(counted.status).toBe(200);
  });

  it("is served with the very next call after a credit", async () => {
    expect((await running.call(key, body)).status).toBe(402);
    await running.setBalance(100_000);
    expect((await running.call(key, body)).status).toBe(200);
  });

  it("is detected when the last quota was just spent, from the second call on", async () => {
    const small = { ...body, max_tokens: 1, messages: [{ role: "user", content: "" }] };
    await running.setBalance(60);
    expect((await running.call(key, small)).status).toBe(200);
    await running.books();
    await running.setBalance(0);
    expect((await running.call(key, small)).status).toBe(402);
    expect(await sendHead("/v1/chat/completions", key)).toMatch(/^HTTP\/1\.1 402 /);
  });

  it("continues if a model of its group is free, and the price decides once the body is read", async () => {
    await running.aPrice({ model: "free-model", type: "tokens", channel_type: 1, input: 0, output: 0 });
    const channel = await running.aChannel({ base_url: upstream.url, models: ["free-model"] });
    expect((await running.call(key, { ...body, model: "free-model" })).status).toBe(200);
    expect((await running.call(key, body)).status).toBe(402);
    await running.api("DELETE", `/api/channel/${channel.id}`);
    expect(await sendHead("/v1/chat/completions", key)).toMatch(/^HTTP\/1\.1 402 /);
  });
});

describe("a token whose quota is used up", () => {
  it("is rejected before its body is read, until it gets more", async () => {
    await running.setBalance(1_000_000);
    const token = await running.aToken({ name: "limited", unlimited_quota: false, remain_quota: 0 });
    const rejected = await sendHead("/v1/chat/completions", token.key);
    expect(rejected).toMatch(/^HTTP\/1\.1 403 /);
    expect(rejected).toContain('"code":"token_quota_exhausted"');
    await running.api("PUT", "/api/token/", {
      id: token.id,
      name: "limited",
      unlimited_quota: false,
      remain_quota: 100_000,
    });
    expect((await running.call(token.key, body)).status).toBe(200);
  });
});
