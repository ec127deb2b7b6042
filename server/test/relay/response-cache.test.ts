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
let cached: { id: number; key: string };

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 2, output: 3 });
  await running.aChannel({ base_url: upstream.url });
  cached = await running.aToken({ chat_cache: true });
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});
beforeEach(async () => {
  await running.books();
  await running.app.database.queries.deleteFrom("logs").execute();
});

const body = (said: string, more: object = {}) => ({
  model: "test-model",
  messages: [{ role: "user", content: said }],
  ...more,
});

describe("the response cache", () => {
  it("returns the same response to an identical request, free and marked as cached", async () => {
    upstream.answer(jsonAnswer(chatAnswer()));
    const before = await running.books();
    const first = await running.call(cached.key, body("One"));
    expect(first.headers.get("x-tollgate-cache")).toBeNull();
    const text = await first.text();
    const again = await running.call(cached.key, body("One"));
    expect(again.headers.get("x-tollgate-cache")).toBe("hit");
    expect(again.headers.get("content-type")).toBe(first.headers.get("content-type"));
    expect(await again.text()).toBe(text);
    expect(upstream.seen).toHaveLength(1);
    const after = await running.books();
    expect(before.balance - after.balance).toBe(12 * 2 + 5 * 3);
    expect(after.logs.map((log) => [log.quota, log.metadata.cache_hit ?? false])).toEqual([
      [39, false],
      [0, true],
    ]);
  });

  it("replays a stream byte for byte", async () => {
    upstream.answer(streamAnswer(chatFrames(["Hel", "lo"])));
    const stream = { stream: true };
    const text = await (await running.call(cached.key, body("Two", stream))).text();
    const again = await running.call(cached.key, body("Two", stream));
    expect(again.headers.get("x-tollgate-cache")).toBe("hit");
    expect(again.headers.get("content-type")).toContain("text/event-stream");
    expect(await again.text()).toBe(text);
    expect(upstream.seen).toHaveLength(1);
  });

  it("ignores other requests, tokens without the option and other users' responses", async () => {
    upstream.answer(jsonAnswer(chatAnswer()));
    await (await running.call(cached.key, body("Three"))).text();
    const requested = async (key: string, request: object): Promise<boolean> => {
      const response = await running.call(key, request);
      await response.text();
      return response.headers.get("x-tollgate-cache") === "hit";
    };
    expect(await requested(cached.key, body("Three", { temperature: 0 }))).toBe(false);
    const plain = await running.aToken();
    expect(await requested(plain.key, body("Three"))).toBe(false);
    const queries = running.app.database.queries;
    await queries.updateTable("tokens").set({ user_id: -1 }).where("id", "=", plain.id).execute();
    expect(await requested(cached.key, body("Three"))).toBe(true);
  });

  it("stores no response that failed or was truncated", async () => {
    upstream.answer(streamAnswer(chatFrames(["Hel", "lo"]), { cutAfter: 2 }), jsonAnswer(chatAnswer()));
    await (await running.call(cached.key, body("Four", { stream: true }))).text();
    upstream.answer(streamAnswer(chatFrames(["Hel", "lo"])));
    const response = await running.call(cached.key, body("Four", { stream: true }));
    await response.text();
    expect(response.headers.get("x-tollgate-cache")).toBeNull();
  });
});
