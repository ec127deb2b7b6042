import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  chatAnswer,
  chatFrames,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { anotherUser } from "../support/another-user.ts";
import { type CallOptions, type RunningApp, startApp } from "../support/start-app.ts";

/** The cost and routing headers of a response. */
let running: RunningApp;
let upstream: FakeUpstream;
let key: string;
let userId: number;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  for (const model of ["test-model", "test-embedding"])
    await running.aPrice({ model, type: "tokens", channel_type: 1, input: 2, output: 3 });
  await running.aChannel({ base_url: upstream.url, models: ["test-model", "test-embedding"] });
  ({ key, id: userId } = await anotherUser(running));
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});
beforeEach(async () => {
  await running.books();
  await running.app.database.queries.deleteFrom("logs").execute();
  upstream.answer(jsonAnswer(chatAnswer()));
});

const chat = { model: "test-model", max_tokens: 50, messages: [{ role: "user", content: "Hi" }] };

/** The response head, and the log row of the call. */
async function headOf(body: object, options?: CallOptions) {
  const response = await running.call(key, body, options);
  await response.text();
  const { logs } = await running.books();
  const named = (name: string): string | null => response.headers.get(`x-tollgate-${name}`);
  return {
    status: response.status,
    cost: named("cost"),
    overhead: named("overhead-ms"),
    attempts: named("attempts"),
    channel: named("channel"),
    log: logs.at(-1),
  };
}

describe("headers of a response", () => {
  it.each([
    ["a native chat", chat, {}],
    ["a translated chat", chat, { path: "/v1/messages" }],
  ])("match the log row for %s, for every caller", async (_name, body, options) => {
    const { cost, overhead, attempts, channel, log } = await headOf(body, options);
    expect(cost).toBe("39");
    expect(log?.quota).toBe(39);
    expect(attempts).toBe("1");
    expect(Number(overhead)).toBeGreaterThanOrEqual(0);
    expect(channel).toBeNull();
  });

  it("contain the cost of an embedding", async () => {
    const data = [{ object: "embedding", index: 0, embedding: [0.1] }];
    upstream.answer(jsonAnswer({ object: "list", data, usage: { prompt_tokens: 7, total_tokens: 7 } }));
    const { cost, log } = await headOf({ model: "test-embedding", input: "Hi" }, { path: "/v1/embeddings" });
    expect(cost).toBe(String(log?.quota));
    expect(log?.quota).toBe(14);
  });

  it("contain what is known when a stream begins", async () => {
    upstream.answer(streamAnswer(chatFrames(["Hel", "lo"])));
    const { cost, overhead, attempts, log } = await headOf({ ...chat, stream: true });
    expect([cost, attempts, log?.quota]).toEqual([null, "1", 39]);
    expect(Number(overhead)).toBeGreaterThanOrEqual(0);
  });

  it("count failed attempts", async () => {
    const other = await startFakeUpstream();
    const { id } = await running.aChannel({ base_url: other.url, models: ["test-model"], priority: 5 });
    other.answer(jsonAnswer({ error: { message: "internal" } }, 500));
    try {
      expect((await headOf(chat)).attempts).toBe("2");
    } finally {
      await running.api("DELETE", `/api/channel/${id}`);
      await other.stop();
    }
  });

  it("omit the cost if tokens are counted afterwards, or the balance may not cover it", async () => {
    upstream.answer(jsonAnswer(chatAnswer({ usage: null })));
    const counted = await headOf(chat);
    expect([counted.status, counted.cost]).toEqual([200, null]);
    expect(counted.log?.metadata.usage_source).toBe("counted");
    const usage = { prompt_tokens: 12, completion_tokens: 100_000, total_tokens: 100_012 };
    upstream.answer(jsonAnswer(chatAnswer({ usage })));
    const dear = await headOf(chat);
    expect([dear.status, dear.cost]).toEqual([200, null]);
    await running.app.ledger.credit({
      id: "test:more",
      userId,
      amount: 1_000_000,
      kind: "adjustment",
      remark: "",
    });
  });

  it("are not sent if the setting is off", async () => {
    await running.api("PUT", "/api/option/", { key: "AnswerHeadersEnabled", value: "false" });
    await vi.waitFor(async () => {
      const { cost, overhead, attempts } = await headOf(chat);
      expect([cost, overhead, attempts]).toEqual([null, null, null]);
    });
    await running.api("PUT", "/api/option/", { key: "AnswerHeadersEnabled", value: "true" });
  });
});
