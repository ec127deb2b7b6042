import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  chatAnswer,
  chatFrames,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

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
beforeEach(async () => {
  await running.books();
  await running.app.database.queries.deleteFrom("logs").execute();
});

const requestBody = (stream: boolean) => ({
  model: "test-model",
  stream,
  messages: [{ role: "user", content: "Say hello" }],
});

describe("implausible usage", () => {
  const absurd: { name: string; usage: unknown; source: string; flagged: boolean }[] = [
    {
      name: "negative",
      usage: { prompt_tokens: -5, completion_tokens: -100 },
      source: "counted",
      flagged: true,
    },
    {
      name: "endless",
      usage: { prompt_tokens: 1e18, completion_tokens: 1e18 },
      source: "counted",
      flagged: true,
    },
    {
      name: "text",
      usage: { prompt_tokens: "many", completion_tokens: "lots" },
      source: "counted",
      flagged: false,
    },
    {
      name: "more cached than prompt",
      usage: { prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 50 } },
      source: "upstream",
      flagged: true,
    },
    { name: "null", usage: null, source: "counted", flagged: false },
    { name: "missing", usage: undefined, source: "counted", flagged: false },
    {
      name: "beyond the integers that a number holds exactly",
      usage: { prompt_tokens: 2 ** 53, completion_tokens: 2 ** 53 + 2 },
      source: "counted",
      flagged: true,
    },
  ];
  for (const { name, usage, source, flagged } of absurd) {
    it(`is never credited: ${name}`, async () => {
      const before = await running.books();
      upstream.answer(jsonAnswer(chatAnswer({ usage })));
      expect((await running.call(key, requestBody(false))).status).toBe(200);
      const after = await running.books();
      expect(after.balance).toBeLessThanOrEqual(before.balance);
      expect(before.balance - after.balance).toBeLessThan(1000);
      expect(after.entries).toBe(after.balance);
      expect(after.logs[0]?.metadata.usage_source).toBe(source);
      expect(after.logs[0]?.metadata.usage_clamped ?? false).toBe(flagged);
    });
  }
});

describe("usage in unusual events of a stream", () => {
  const usageFrame = (prompt: number, completion: number): string =>
    `data: ${JSON.stringify({
      id: "chatcmpl-fake",
      object: "chat.completion.chunk",
      created: 1,
      model: "gpt-4o",
      choices: [],
      usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
    })}\n\n`;
  const words = chatFrames(["one ", "two "], null);
  const done = words.pop() ?? "";
  it.each([
    ["twice, the second one less", [...words, usageFrame(12, 5), usageFrame(0, 0), done]],
    ["twice, the second one negative", [...words, usageFrame(12, 5), usageFrame(-12, -5), done]],
    ["after the end", [...words, done, usageFrame(-100, -100)]],
    ["after the end, though it came before", [...words, usageFrame(12, 5), done, usageFrame(0, 0)]],
  ])("is charged once and never credited: %s", async (_name, frames) => {
    const before = await running.books();
    upstream.answer(streamAnswer(frames));
    await (await running.call(key, requestBody(true))).text();
    const after = await running.books();
    expect(after.logs).toHaveLength(1);
    expect(before.balance - after.balance).toBe(after.logs[0]?.quota);
    expect(after.logs[0]?.quota).toBeGreaterThan(0);
    expect(after.logs[0]?.quota).toBeLessThan(1000);
    expect(after.entries).toBe(after.balance);
  });
});
