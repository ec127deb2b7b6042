import type { UserGroup } from "@tollgate/contract/groups";
import type { Page } from "@tollgate/contract/list-query";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type FakeUpstream, jsonAnswer, startFakeUpstream } from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

let running: RunningApp;
let upstream: FakeUpstream;

beforeAll(async () => {
  [running, upstream] = await Promise.all([startApp(), startFakeUpstream()]);
  await running.aChannel({ base_url: upstream.url });
  await running.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 1, output: 1 });
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});
beforeEach(() => upstream.answer(jsonAnswer(answerOf(10))));

const answerOf = (tokens: number) => ({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1,
  model: "test-model",
  choices: [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }],
  usage: { prompt_tokens: tokens - 2, completion_tokens: 2, total_tokens: tokens },
});
const body = { model: "test-model", messages: [{ role: "user", content: "Hello" }] };
const codeOf = async (response: Response) =>
  ((await response.json()) as { error: { code: string } }).error.code;

describe("a token's limits", () => {
  it("of requests per minute end in 429, after headers with the remaining number", async () => {
    const { key } = await running.aToken({ requests_per_minute: 2 });
    const first = await running.call(key, body);
    expect(first.status).toBe(200);
    expect(first.headers.get("x-ratelimit-limit-requests")).toBe("2");
    expect(first.headers.get("x-ratelimit-remaining-requests")).toBe("1");
    expect(first.headers.get("x-ratelimit-limit-tokens")).toBeNull();
    await running.call(key, body);
    const rejected = await running.call(key, body);
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(rejected.headers.get("x-ratelimit-remaining-requests")).toBe("0");
    expect(await codeOf(rejected)).toBe("rate_limit_exceeded");
    const other = await running.aToken();
    expect((await running.call(other.key, body)).status).toBe(200);
  });

  it("of tokens per minute count the actual usage", async () => {
    const { key } = await running.aToken({ tokens_per_minute: 1000 });
    upstream.answer(jsonAnswer(answerOf(900)));
    const first = await running.call(key, body);
    expect(first.headers.get("x-ratelimit-limit-tokens")).toBe("1000");
    await running.books();
    const second = await running.call(key, body);
    expect(second.status).toBe(200);
    expect(Number(second.headers.get("x-ratelimit-remaining-tokens"))).toBeLessThan(100);
    await running.books();
    const rejected = await running.call(key, body);
    expect(rejected.status).toBe(429);
    expect(await codeOf(rejected)).toBe("rate_limit_exceeded");
  });

  it("of concurrent calls free a slot when a call ends, however it ends", async () => {
    const { key } = await running.aToken({ concurrency: 1 });
    const held = Promise.withResolvers<() => void>();
    upstream.answer((response) => held.resolve(() => void response.destroy()), jsonAnswer(answerOf(10)));
    const slow = running.call(key, body);
    const cut = await held.promise;
    const rejected = await running.call(key, body);
    expect(rejected.status).toBe(429);
    expect(rejected.headers.get("retry-after")).toBe("1");
    expect(await codeOf(rejected)).toBe("concurrency_limit_exceeded");
    cut();
    await slow;
    await vi.waitFor(async () => expect((await running.call(key, body)).status).toBe(200));
    // Rejected for other reasons: no slot is lost either.
    for (let count = 0; count < 3; count++) await running.call(key, { ...body, model: "unknown" });
    expect((await running.call(key, body)).status).toBe(200);
  });
});

describe("a group's limits", () => {
  it("apply to each user across all tokens", async () => {
    const groups = await running.api<Page<UserGroup>>("GET", "/api/user_group/");
    const group = groups.data.find(({ symbol }) => symbol === "default");
    const set = (values: Partial<UserGroup>) =>
      running.api("PUT", "/api/user_group/", { ...group, ...values });
    const [one, two] = [await running.aToken(), await running.aToken()];
    await set({ concurrency: 1 });
    const held = Promise.withResolvers<() => void>();
    upstream.answer((response) => held.resolve(() => void response.destroy()), jsonAnswer(answerOf(10)));
    const slow = running.call(one.key, body);
    const cut = await held.promise;
    expect((await running.call(two.key, body)).status).toBe(429);
    cut();
    await slow;
    await set({ concurrency: 0, tokens_per_minute: 1_000_000 });
    const answer = await running.call(two.key, body);
    expect(answer.headers.get("x-ratelimit-limit-tokens")).toBe("1000000");
    await set({});
  });
});
