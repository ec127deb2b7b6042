import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  chatAnswer,
  chatFrames,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";
import { type Dialect, dialects } from "./fault-dialects.ts";

/** Attempts to pay less, more or twice. */
let running: RunningApp;
let upstream: FakeUpstream;
let key: string;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.aPrice({
    model: "test-*",
    type: "tokens",
    channel_type: 1,
    input: 1,
    output: 1,
  });
  await running.aChannel({ base_url: upstream.url, models: ["test-model"] });
  await running.aChannel({ base_url: upstream.url, type: 14, models: ["test-claude"] });
  key = (await running.aToken()).key;
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

const user = [{ role: "user", content: "hi" }];
const requestBody = (more: object = {}) => ({ model: "test-model", messages: user, ...more });

/** The status of a call whose caller has exactly this balance. */
async function statusWith(balance: number, body: object): Promise<number> {
  await running.setBalance(balance);
  const response = await running.call(key, body);
  await response.text();
  await running.books();
  return response.status;
}

describe("the reservation of a call", () => {
  it("covers all requested responses at the requested length", async () => {
    expect(await statusWith(9_000, requestBody({ max_tokens: 100, n: 100 }))).toBe(402);
    expect(await statusWith(11_000, requestBody({ max_tokens: 100, n: 100 }))).toBe(200);
  });

  it("is bounded, however high the output limit is", async () => {
    expect(await statusWith(999_000, requestBody({ max_tokens: Number.MAX_SAFE_INTEGER }))).toBe(402);
    expect(await statusWith(1_001_000, requestBody({ max_tokens: Number.MAX_SAFE_INTEGER }))).toBe(200);
  });

  it("is the usual length if no limit is set, or a shorter one that the balance covers", async () => {
    expect(await statusWith(250, requestBody())).toBe(402);
    expect(upstream.seen).toEqual([]);
    expect(await statusWith(4_000, requestBody())).toBe(200);
    const limit = Number(upstream.seen[0]?.json.max_tokens);
    expect(limit).toBeGreaterThan(3_900);
    expect(limit).toBeLessThan(4_000);
  });

  it("is the larger one of two limits", async () => {
    expect(await statusWith(90, requestBody({ max_tokens: 1, max_completion_tokens: 100 }))).toBe(402);
    expect(await statusWith(200, requestBody({ max_tokens: 1, max_completion_tokens: 100 }))).toBe(200);
  });

  it("counts text as text, even if it begins like an image or is as dense as one", async () => {
    for (const text of [
      `data:image/png;base64,${"plain words ".repeat(20_000)}`,
      `${"a".repeat(600)} ${"plain words ".repeat(20_000)}`,
      "a".repeat(240_000),
    ]) {
      const body = { messages: [{ role: "user", content: text }], max_tokens: 1 };
      expect(await statusWith(100_000, requestBody(body))).toBe(402);
      const parts = [{ role: "user", content: [{ type: "text", text }] }];
      expect(await statusWith(100_000, requestBody({ ...body, messages: parts }))).toBe(402);
    }
    expect(upstream.seen).toEqual([]);
  });

  it("counts a real image per item", async () => {
    const url = `data:image/png;base64,${"A".repeat(400_000)}`;
    const content = [{ type: "image_url", image_url: { url } }];
    expect(
      await statusWith(5_000, requestBody({ max_tokens: 1, messages: [{ role: "user", content }] })),
    ).toBe(200);
  });

  it("never lets a call cost more than the balance", async () => {
    upstream.answer(jsonAnswer(chatAnswer({ usage: { prompt_tokens: 50_000, completion_tokens: 5 } })));
    expect(await statusWith(5_000, requestBody())).toBe(200);
    const books = await running.books();
    expect(books.balance).toBe(0);
    expect(books.logs[0]).toMatchObject({ quota: 5_000, metadata: { uncollected: 45_005 } });
    await running.setBalance(10_000_000);
  });
});

describe("a caller's text", () => {
  it("with tokenizer marks is counted like any other", async () => {
    const { usage: _, ...silent } = chatAnswer();
    upstream.answer(jsonAnswer(silent));
    const content = `${"<|endoftext|> ".repeat(3)}${"one ".repeat(500)}`;
    await running.call(key, requestBody({ messages: [{ role: "user", content }] }));
    const { logs } = await running.books();
    expect(logs[0]?.metadata.usage_source).toBe("counted");
    // Marks of seven tokens each, words of one.
    expect(logs[0]?.prompt_tokens).toBeGreaterThan(515);
    expect(logs[0]?.prompt_tokens).toBeLessThan(530);
  });
});

describe("a caller that disconnects", () => {
  const whole: { name: string; model: string; path: string; dialect: Dialect; body: object }[] = [
    {
      name: "Messages, native",
      model: "test-claude",
      path: "/v1/messages",
      dialect: dialects.messages,
      body: { max_tokens: 9 },
    },
    {
      name: "Messages, translated",
      model: "test-model",
      path: "/v1/messages",
      dialect: dialects.chat,
      body: { max_tokens: 9 },
    },
    {
      name: "Chat Completions, translated",
      model: "test-claude",
      path: "/v1/chat/completions",
      dialect: dialects.messages,
      body: {},
    },
  ];
  for (const { name, model, path, dialect, body } of whole) {
    const frames = dialect.frames([12, 5]);
    for (let seen = 1; seen < frames.length; seen++) {
      it(`after event ${seen} of ${frames.length} pays once, for what the upstream says: ${name}`, async () => {
        const left = Promise.withResolvers<void>();
        upstream.answer((response) => {
          response.writeHead(200, { "content-type": "text/event-stream" });
          response.write(frames.slice(0, seen).join(""));
          void left.promise.then(() => response.end(frames.slice(seen).join("")));
        });
        const before = await running.books();
        const abort = new AbortController();
        const call = running
          .call(key, { model, stream: true, messages: user, ...body }, { path, signal: abort.signal })
          .then(
            (response) => response.text(),
            () => "",
          );
        const gone = call.catch(() => "");
        await vi.waitFor(() => expect(upstream.seen).toHaveLength(1));
        // Part of it may have come, or nothing: both must be paid for alike.
        abort.abort();
        await gone;
        left.resolve();
        const after = await running.books();
        expect(before.balance - after.balance).toBe(17);
        expect(after.logs.map(({ quota }) => quota)).toEqual([17]);
        expect(after.entries).toBe(after.balance);
      });
    }
  }
});

describe("a price that changes during a stream", () => {
  it("applies to the next call only: the running one pays the price at its start", async () => {
    await running.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 2, output: 3 });
    const frames = chatFrames(["one ", "two "]);
    const rest = Promise.withResolvers<void>();
    upstream.answer((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(frames.slice(0, 2).join(""));
      void rest.promise.then(() => response.end(frames.slice(2).join("")));
    });
    const before = await running.books();
    const response = await running.call(key, requestBody({ stream: true }));
    const reader = response.body?.getReader();
    await reader?.read();
    await running.api("PUT", "/api/prices/single/test-model", {
      model: "test-model",
      type: "tokens",
      channel_type: 1,
      input: 200,
      output: 300,
    });
    rest.resolve();
    while (!(await reader?.read())?.done);
    const after = await running.books();
    expect(before.balance - after.balance).toBe(12 * 2 + 5 * 3);
    expect(after.logs[0]?.metadata).toMatchObject({ input_ratio: 2, output_ratio: 3 });
    upstream.answer(jsonAnswer(chatAnswer()));
    await (await running.call(key, requestBody())).text();
    const next = await running.books();
    expect(after.balance - next.balance).toBe(12 * 200 + 5 * 300);
    await running.api("DELETE", "/api/prices/single/test-model");
  });
});

describe("a deleted token", () => {
  for (const used of [false, true]) {
    it(`changes nothing of its user's balance: ${used ? "in the middle of a call, which is cut and still paid" : "with quota left"}`, async () => {
      const token = await running.aToken({ unlimited_quota: false, remain_quota: 1_000_000 });
      const before = await running.books();
      if (used) {
        const held = Promise.withResolvers<() => void>();
        upstream.answer((response) =>
          held.resolve(() => {
            response.writeHead(200, { "content-type": "application/json" });
            response.end(JSON.stringify(chatAnswer()));
          }),
        );
        const call = running.call(token.key, requestBody());
        const answer = await held.promise;
        await running.api("DELETE", `/api/token/${token.id}`);
        await expect(call).rejects.toThrow("fetch failed");
        answer();
        await expect.poll(async () => (await running.books()).balance).toBe(before.balance - 17);
      } else await running.api("DELETE", `/api/token/${token.id}`);
      const after = await running.books();
      expect(before.balance - after.balance).toBe(used ? 17 : 0);
      expect(after.entries).toBe(after.balance);
    });
  }
});
