import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  chatAnswer,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
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

const ask = (stream: boolean) => ({
  model: "test-model",
  stream,
  messages: [{ role: "user", content: "Say hello" }],
});

describe("usage that cannot be true", () => {
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
  ];
  for (const { name, usage, source, flagged } of absurd) {
    it(`is never credited: ${name}`, async () => {
      const before = await running.books();
      upstream.answer(jsonAnswer(chatAnswer({ usage })));
      expect((await running.call(key, ask(false))).status).toBe(200);
      const after = await running.books();
      expect(after.balance).toBeLessThanOrEqual(before.balance);
      expect(before.balance - after.balance).toBeLessThan(1000);
      expect(after.entries).toBe(after.balance);
      expect(after.logs[0]?.metadata.usage_source).toBe(source);
      expect(after.logs[0]?.metadata.usage_clamped ?? false).toBe(flagged);
    });
  }
});
