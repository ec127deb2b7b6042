import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type Answer,
  chatAnswer,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** A reservation's terms must match the channel that responds. */
let running: RunningApp;
let upstream: FakeUpstream;
let key: string;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  for (const model of ["test-model", "tiered"])
    await running.aPrice({ model, type: "tokens", channel_type: 1, input: 1, output: 1 });
  await running.aChannel({ base_url: upstream.url, priority: 10, pre_cost: 3, name: "no estimate" });
  await running.aChannel({ base_url: upstream.url, priority: 1, name: "usual estimate" });
  const plugin = { paid_fields: { service_tier: "10" } };
  await running.aChannel({ base_url: upstream.url, models: ["tiered"], plugin });
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});

const messages = [{ role: "user", content: "Write a book." }];

/** Writes 100,000 tokens, or as many as the limit allows. */
const writer: Answer = (response, request) => {
  const limit = Number(request.json.max_completion_tokens ?? request.json.max_tokens ?? Infinity);
  const completion_tokens = Math.min(100_000, limit);
  const usage = { prompt_tokens: 10, completion_tokens, total_tokens: 10 + completion_tokens };
  const { service_tier } = request.json;
  jsonAnswer(chatAnswer({ usage, ...(service_tier !== undefined && { service_tier }) }))(response, request);
};

async function uncollectedOf(body: object, balance: number): Promise<unknown> {
  await running.books();
  await running.setBalance(balance);
  const answer = await running.call(key, body);
  await answer.text();
  return (await running.books()).logs.at(-1)?.metadata["uncollected" as never];
}

it("a second channel with its own estimate reserves again, so that its response is covered", async () => {
  upstream.answer(jsonAnswer({ error: { message: "down" } }, 500), writer);
  expect(await uncollectedOf({ model: "test-model", messages }, 5000)).toBeUndefined();
  expect(upstream.seen).toHaveLength(2);
  expect(upstream.seen[1]?.text).toMatch(/"max_(?:completion_)?tokens":\d/);
});

it("a field that multiplies the price multiplies the reservation of the largest response", async () => {
  upstream.answer(writer);
  const body = { model: "tiered", messages, service_tier: "priority" };
  expect(await uncollectedOf(body, 600_000)).toBeUndefined();
});
