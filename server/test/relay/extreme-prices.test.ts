import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  chatAnswer,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** Multipliers at their extremes: rejected when edited, and exact if allowed. */
let running: RunningApp;
let upstream: FakeUpstream;
let key: string;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
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

const price = (more: object) => ({
  type: "tokens" as const,
  channel_type: 1,
  input: 1,
  output: 1,
  model: "m4",
  ...more,
});
const messages = [{ role: "user", content: "Hi" }];
const answerWith = (prompt_tokens: number, completion_tokens: number) =>
  upstream.answer(
    jsonAnswer(
      chatAnswer({
        usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
      }),
    ),
  );

/** The highest valid multiplier, found by trying as an operator would. */
async function highest(): Promise<number> {
  for (const input of [1e12, 1e9, 1e6, 1e5, 1e4])
    if (
      await running.aPrice(price({ model: `m4-try-${input}`, input })).then(
        () => true,
        () => false,
      )
    )
      return input;
  throw new Error("no large multiplier is allowed");
}

describe("multipliers at their extremes", () => {
  it.each([
    { input: 1e16 },
    { output: 1e300 },
    { input: -1 },
    { output: -0.5 },
    { input: Number.MAX_SAFE_INTEGER },
    { extra_ratios: { cached_tokens: 1e16 } },
    { extra_ratios: { input_audio_tokens: -2 } },
  ])("are rejected when edited: %o", async (more) => {
    await expect(running.aPrice(price({ model: "m4-refused", ...more }))).rejects.toThrow("request.invalid");
    const prices = await running.api<unknown[]>("GET", "/api/prices/");
    expect(JSON.stringify(prices)).not.toContain("m4-refused");
  });

  it("charge a million tokens exactly, and never more than the balance without a log note", async () => {
    const input = await highest();
    const model = `m4-try-${input}`;
    await running.aChannel({ base_url: upstream.url, models: [model] });
    await running.setBalance(1_000_000);
    // The prompt may cost more than the balance.
    const dear = await running.call(key, { model, messages, max_tokens: 1 });
    expect(dear.status).toBe(input * 10 > 1_000_000 ? 402 : 200);

    const rich = 9_000_000_000_000;
    await running.setBalance(rich);
    answerWith(1_000_000, 0);
    expect((await running.call(key, { model, messages, max_tokens: 1 })).status).toBe(200);
    const { balance, entries, logs } = await running.books();
    const cost = logs.at(-1)?.quota ?? 0;
    expect(Number.isSafeInteger(cost)).toBe(true);
    expect(balance).toBeGreaterThanOrEqual(0);
    expect(balance).toBe(Math.max(rich - cost, 0));
    expect(entries).toBe(balance);
    expect(cost).toBe(Math.min(input * 1_000_000, rich));
  });

  it("never credit usage beyond the number range", async () => {
    await running.aPrice(price({ model: "m4-usage", input: 1000, output: 1000 }));
    await running.aChannel({ base_url: upstream.url, models: ["m4-usage"] });
    for (const tokens of [2 ** 53, 1e18, 1e300, -5]) {
      await running.setBalance(10_000_000);
      answerWith(tokens, tokens);
      await running.call(key, { model: "m4-usage", messages, max_tokens: 5 });
      const { balance, entries } = await running.books();
      expect(Number.isSafeInteger(balance)).toBe(true);
      expect(balance).toBeGreaterThanOrEqual(0);
      expect(balance).toBeLessThanOrEqual(10_000_000);
      expect(entries).toBe(balance);
    }
  });
});
