import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FakeUpstream, jsonAnswer, startFakeUpstream } from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** Instructions without a question: OpenAI accepts them, Anthropic's APIs require a user message. */
let running: RunningApp;
let upstream: FakeUpstream;
let key: string;

const nova = "amazon.nova-lite-v1:0";

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  for (const [model, type] of [
    ["claude-test", 14],
    [nova, 32],
  ] as const) {
    await running.aPrice({ model, type: "tokens", channel_type: type, input: 1, output: 1 });
    await running.aChannel({ type, base_url: upstream.url, models: [model], key: "us-east-1|token" });
  }
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});

const claude = jsonAnswer({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude-test",
  content: [{ type: "text", text: "Hi" }],
  stop_reason: "end_turn",
  usage: { input_tokens: 9, output_tokens: 4 },
});
const converse = jsonAnswer({
  output: { message: { role: "assistant", content: [{ text: "Hi" }] } },
  stopReason: "end_turn",
  usage: { inputTokens: 9, outputTokens: 4, totalTokens: 13 },
});

describe("a call with only a system message", () => {
  it.each([
    ["Chat Completions", "/v1/chat/completions", { messages: [{ role: "system", content: "Say hi." }] }],
    ["Responses", "/v1/responses", { input: [{ role: "developer", content: "Say hi." }] }],
  ])("in %s becomes a user message at Anthropic", async (_name, path, body) => {
    upstream.answer(claude);
    expect((await running.call(key, { model: "claude-test", ...body }, { path })).status).toBe(200);
    expect(upstream.seen[0]?.json).toMatchObject({
      messages: [{ role: "user", content: [{ type: "text", text: "Say hi." }] }],
    });
    expect(upstream.seen[0]?.json).not.toHaveProperty("system");
  });

  it("becomes a user message at Bedrock", async () => {
    upstream.answer(converse);
    const messages = [{ role: "system", content: "Say hi." }];
    expect((await running.call(key, { model: nova, messages })).status).toBe(200);
    expect(upstream.seen[0]?.json).toMatchObject({
      messages: [{ role: "user", content: [{ text: "Say hi." }] }],
    });
    expect(upstream.seen[0]?.json).not.toHaveProperty("system");
  });

  it("stays a system message next to a question", async () => {
    upstream.answer(claude);
    const messages = [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Hi" },
    ];
    await running.call(key, { model: "claude-test", messages });
    expect(upstream.seen[0]?.json).toMatchObject({ system: "Be brief.", messages: [{ role: "user" }] });
  });
});
