import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  chatFrames,
  type FakeUpstream,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { nextDisconnect } from "../support/next-disconnect.ts";
import { passTime } from "../support/pass-time.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

let running: RunningApp;
let upstream: FakeUpstream;
let key: string;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 2, output: 3 });
  await running.aChannel({ base_url: upstream.url, idle_timeout: 100, total_timeout: 200 });
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
afterEach(() => void vi.restoreAllMocks());

const body = { model: "test-model", stream: true, messages: [{ role: "user", content: "Say hello" }] };
const words = ["one ", "two ", "three ", "four ", "five ", "six ", "seven ", "eight "];

/** Reads this many frames, then disconnects. */
async function hangUpAfter(frames: number): Promise<void> {
  const abort = new AbortController();
  const response = await running.call(key, body, { signal: abort.signal });
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (text.split("\n\n").length <= frames) {
    const { value, done } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) break;
    text += decoder.decode(value);
  }
  abort.abort();
}

describe("a caller that disconnects", () => {
  for (let frame = 1; frame <= 6; frame++) {
    it(`pays what the upstream really used, once, after frame ${frame}`, async () => {
      upstream.answer(streamAnswer(chatFrames(words), { pace: 15 }));
      const before = await running.books();
      await hangUpAfter(frame);
      const after = await running.books();
      expect(before.balance - after.balance).toBe(39);
      expect(after.entries).toBe(after.balance);
      expect(after.logs).toHaveLength(1);
      expect(after.logs[0]?.metadata).toMatchObject({
        end_reason: "client_closed",
        usage_source: "upstream",
      });
    });
  }

  it("pays for what was delivered if the upstream never reports usage", async () => {
    upstream.answer(streamAnswer(chatFrames(words, null).slice(0, 4), { pace: 15, hang: true }));
    const before = await running.books();
    const disconnected = nextDisconnect(running);
    await hangUpAfter(3);
    await disconnected;
    passTime(101);
    const after = await running.books();
    const charged = before.balance - after.balance;
    expect(charged).toBeGreaterThan(0);
    expect(charged).toBeLessThan(60);
    expect(after.logs[0]?.metadata).toMatchObject({ end_reason: "client_closed", usage_source: "counted" });
  });

  it("does not lose its slot: others are served in the meantime and nothing stays reserved", async () => {
    upstream.answer(streamAnswer(chatFrames(words), { pace: 5 }));
    await Promise.all(Array.from({ length: 20 }, (_, i) => hangUpAfter(1 + (i % 5))));
    const books = await running.books();
    expect(books.logs).toHaveLength(20);
    expect(books.entries).toBe(books.balance);
    const leases = await running.app.database.queries.selectFrom("leases").select("amount").execute();
    const held = leases.reduce((sum, lease) => sum + lease.amount, 0);
    const user = await running.app.database.queries
      .selectFrom("users")
      .select("quota")
      .where("username", "=", "root")
      .executeTakeFirstOrThrow();
    expect(user.quota + held).toBe(books.balance);
  });
});

describe("a caller that disconnects after the whole response", () => {
  const anthropic = { path: "/v1/messages", body: { ...body, max_tokens: 100 } };
  const chat = { path: "/v1/chat/completions", body };
  const frames = chatFrames(words);

  /** Calls, reads until `last`, and disconnects while the upstream keeps its stream open. */
  async function leaveAfter(last: string, { path, body: sent }: typeof chat): Promise<void> {
    const abort = new AbortController();
    const disconnected = nextDisconnect(running);
    const response = await running.call(key, sent, { path, signal: abort.signal });
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    let text = "";
    while (!text.includes(last)) {
      const { value, done } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) throw new Error(`ended without ${last}: ${text}`);
      text += decoder.decode(value);
    }
    abort.abort();
    await disconnected;
    passTime(101);
  }

  it.each([
    ["the end mark", chat, "[DONE]", frames],
    ["the finish reason", chat, '"finish_reason":"stop"', frames.slice(0, -2)],
    ["the last block of a translated message", anthropic, "content_block_stop", frames],
  ])("received it: after %s the call succeeded", async (_what, call, last, sent) => {
    upstream.answer(streamAnswer(sent, { pace: 1, hang: true }));
    await leaveAfter(last, call);
    const { logs } = await running.books();
    expect(logs).toHaveLength(1);
    expect(logs[0]?.metadata).toMatchObject({ end_reason: "completed" });
  });

  it("cancelled it if the end of the text is missing", async () => {
    upstream.answer(streamAnswer(frames.slice(0, 4), { pace: 1, hang: true }));
    await leaveAfter("three", chat);
    const { logs } = await running.books();
    expect(logs[0]?.metadata).toMatchObject({ end_reason: "client_closed" });
  });
});
