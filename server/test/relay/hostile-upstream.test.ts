import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type Answer,
  chatAnswer,
  chatFrames,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";
import { dialects } from "./fault-dialects.ts";

/** Upstream responses that are too large, too slow or invalid, and their effect on the caller. */
let running: RunningApp;
let upstream: FakeUpstream;
let key: string;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.aPrice({ model: "test-*", type: "tokens", channel_type: 1, input: 1, output: 1 });
  const way = { base_url: upstream.url, key: "test-secret-key" };
  await running.aChannel({ ...way, models: ["test-model", "test-speech", "test-embedding"] });
  await running.aChannel({ ...way, type: 14, models: ["test-claude"] });
  await running.aChannel({ ...way, type: 25, models: ["test-gemini"] });
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

const user = [{ role: "user", content: "hi" }];
const requestBody = (model: string, more: object = {}) => ({ model, messages: user, ...more });

function play(type: string, ...pieces: (string | Buffer)[]): Answer {
  return (response) => {
    response.writeHead(200, { "content-type": type });
    for (const piece of pieces) response.write(piece);
    response.end();
  };
}

describe("a stream", () => {
  const line = "x".repeat(1024 * 1024);
  const ways = [
    { name: "native", model: "test-model", frames: chatFrames([line, "end"]) },
    {
      name: "translated",
      model: "test-claude",
      frames: dialects.messages.frames().map((frame) => frame.replace('"Hel"', JSON.stringify(line))),
    },
  ];
  for (const { name, model, frames } of ways) {
    it(`with a line of a megabyte reaches the caller whole: ${name}`, async () => {
      // In chunks that end anywhere.
      const bytes = Buffer.from(frames.join(""));
      const pieces = Array.from({ length: Math.ceil(bytes.length / 60_000) }, (_, index) =>
        bytes.subarray(index * 60_000, (index + 1) * 60_000),
      );
      upstream.answer(play("text/event-stream", ...pieces));
      const text = await (await running.call(key, requestBody(model, { stream: true }))).text();
      expect(text).toContain(line);
      expect(text.trimEnd().endsWith("data: [DONE]")).toBe(true);
    });

    it(`with an event beyond sixteen megabytes ends in an error: ${name}`, async () => {
      upstream.answer((response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(`${frames[0] ?? ""}data: {"x":"`);
        const more = (): void => {
          while (!response.destroyed) if (!response.write(line)) break;
        };
        response.on("drain", more);
        more();
      });
      const response = await running.call(key, requestBody(model, { stream: true }));
      const text = await response.text();
      expect(text).toContain("upstream_error");
      expect(text.length).toBeLessThan(10_000);
      const { logs } = await running.books();
      expect(logs[0]).toMatchObject({ quota: 0 });
    });

    it(`with bytes that are no UTF-8 goes on: ${name}`, async () => {
      const bytes = Buffer.from(frames.join("").replace(line, "a\u0001b"));
      const at = bytes.indexOf(name === "native" ? "a\\u0001b" : "a\u0001b");
      if (at !== -1) bytes.set([0x61, 0xff, 0xc3, 0x28, 0x62].slice(0, 3), at);
      upstream.answer(play("text/event-stream", bytes));
      const text = await (await running.call(key, requestBody(model, { stream: true }))).text();
      expect(text.trimEnd().endsWith("data: [DONE]")).toBe(true);
    });
  }

  it.each([
    { object: "error", message: "out of memory", type: "InternalServerError", code: 500 },
    { message: "the queue is full", type: "too_many_requests_error", code: "queue_exceeded" },
  ])("that fails after its first text ends in an error, even without an event named error", async (error) => {
    const frames = [...chatFrames(["Hel", "lo"]).slice(0, 3), `data: ${JSON.stringify(error)}\n\n`];
    upstream.answer(streamAnswer([...frames, "data: [DONE]\n\n"], { pace: 5 }));
    const text = await (await running.call(key, requestBody("test-model", { stream: true }))).text();
    expect(text).toContain("Hel");
    expect(text).toContain('"error":{"message"');
    expect(text).not.toContain(error.message);
    expect(text).not.toContain("[DONE]");
    const { logs } = await running.books();
    expect(logs[0]?.metadata.end_reason).not.toBe("completed");
  });

  it("of Google's list framing that is truncated ends as a list whose last entry is the error", async () => {
    const [first = ""] = dialects.chat.frames().slice(1);
    const cut = Promise.withResolvers<void>();
    upstream.answer((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(first);
      void cut.promise.then(() => response.destroy());
    });
    const response = await running.call(
      key,
      { contents: [{ role: "user", parts: [{ text: "hi" }] }] },
      { path: "/v1beta/models/test-model:streamGenerateContent" },
    );
    cut.resolve();
    const list = JSON.parse(await response.text()) as { error?: { message: string } }[];
    expect(list.length).toBeGreaterThan(1);
    expect(list.at(-1)?.error?.message).toBeTruthy();
  });
});

describe("a response", () => {
  it("that expands beyond the limit ends in an error quickly", async () => {
    const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024, " "));
    upstream.answer((response) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
      response.end(bomb);
    });
    expect((await running.call(key, requestBody("test-model"))).status).toBe(502);
  });

  it("with more headers than are read ends in an error", async () => {
    upstream.answer((response) => {
      for (let index = 0; index < 1200; index++) response.setHeader(`x-${index}`, "y".repeat(100));
      response.end("{}");
    });
    expect((await running.call(key, requestBody("test-model"))).status).toBe(502);
  });

  it("passes none of its headers to the caller", async () => {
    upstream.answer(
      jsonAnswer(chatAnswer(), 200, {
        "set-cookie": "upstream=1",
        "openai-organization": "org-operator",
        server: "internal-proxy",
        "x-request-id": "req_upstream",
        "access-control-allow-origin": "https://evil.example",
        "x-ratelimit-remaining-requests": "1",
      }),
    );
    const { headers } = await running.call(key, requestBody("test-model"));
    const shown = JSON.stringify([...headers]);
    expect(shown).not.toMatch(/upstream=1|org-operator|internal-proxy|req_upstream|evil\.example/);
    expect(headers.get("x-ratelimit-remaining-requests")).not.toBe("1");
  });

  it("that is an endless error page is reported without waiting for its end", async () => {
    const gone = Promise.withResolvers<void>();
    upstream.answer((response) => {
      response.writeHead(500, { "content-type": "text/html" });
      const more = (): void => {
        while (!response.destroyed) if (!response.write("x".repeat(16 * 1024))) break;
      };
      response.on("drain", more);
      response.on("close", () => gone.resolve());
      more();
    });
    expect((await running.call(key, requestBody("test-model"))).status).toBe(502);
    await gone.promise;
    expect((await running.books()).logs[0]?.metadata.attempts).toMatchObject([
      { status: 500, reason: "server" },
    ]);
  });

  it("of audio that is truncated does not end like a complete one", async () => {
    const cut = Promise.withResolvers<void>();
    upstream.answer((response) => {
      response.writeHead(200, { "content-type": "audio/mpeg" });
      response.write(Buffer.alloc(5000, 1));
      void cut.promise.then(() => response.destroy());
    });
    const speech = { model: "test-speech", input: "Say it", voice: "alloy" };
    const response = await running.call(key, speech, { path: "/v1/audio/speech" });
    expect(response.status).toBe(200);
    cut.resolve();
    await expect(response.arrayBuffer()).rejects.toThrow();
    expect((await running.books()).logs[0]).toMatchObject({ quota: 0 });
  });

  it("with implausible tool uses is flagged and does not empty the account", async () => {
    const usage = { input_tokens: 12, output_tokens: 5, server_tool_use: { web_search_requests: 9e12 } };
    upstream.answer(jsonAnswer({ ...dialects.messages.whole(), usage }));
    const before = await running.books();
    expect((await running.call(key, requestBody("test-claude"))).status).toBe(200);
    const after = await running.books();
    expect(before.balance - after.balance).toBe(17);
    expect(after.logs[0]?.metadata.usage_clamped).toBe(true);
  });
});

describe("the error of a token count", () => {
  it("contains the reason and nothing of the upstream", async () => {
    const message = "bad thinking at http://10.1.2.3/ for test-secret-key";
    upstream.answer(jsonAnswer(dialects.messages.errorBody(message, 400), 400));
    const response = await running.call(key, requestBody("test-claude"), {
      path: "/v1/messages/count_tokens",
    });
    const text = await response.text();
    expect(response.status).toBe(400);
    expect(text).toContain("bad thinking");
    expect(text).not.toMatch(/10\.1\.2\.3|test-secret-key/);
  });
});

describe("dropped fields of a request", () => {
  it("are listed in a short header without line breaks, and in a log row of limited length", async () => {
    upstream.answer(jsonAnswer(dialects.messages.whole()));
    const more: Record<string, number> = { "evil\r\nset-cookie: a=1": 1, naïve: 1, ["x".repeat(5000)]: 1 };
    for (let index = 0; index < 20_000; index++) more[`field_${index}`] = 1;
    const response = await running.call(key, requestBody("test-claude", more));
    expect(response.status).toBe(200);
    expect(response.headers.get("set-cookie")).toBeNull();
    const dropped = response.headers.get("x-tollgate-dropped") ?? "";
    expect(dropped).toMatch(/^evil\?\?set-cookie/);
    expect(dropped.length).toBeLessThan(6000);
    const { logs } = await running.books();
    expect(JSON.stringify(logs[0]?.metadata).length).toBeLessThan(8000);
  });
});

describe("many streams at one slow upstream", () => {
  it("delay neither other channels nor other calls of the same one, and neither do callers that do not read", async () => {
    const slow = await startFakeUpstream();
    try {
      await running.aChannel({
        base_url: slow.url,
        models: ["test-slow"],
        total_timeout: 60,
        idle_timeout: 60,
      });
      let held = 0;
      const release: (() => void)[] = [];
      const [first = "", ...rest] = chatFrames(["one"]);
      slow.answer((response, { text }) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        if (text.includes("together")) {
          response.end([first, ...rest].join(""));
          return;
        }
        held += 1;
        response.write(first + (rest[0] ?? ""));
        release.push(() => response.end(rest.slice(1).join("")));
      });
      const streams = Array.from({ length: 250 }, () =>
        running.call(key, requestBody("test-slow", { stream: true })),
      );
      await vi.waitFor(() => expect(held).toBe(250), { timeout: 15_000 });
      const answered = await Promise.all(streams);
      // All 250 are open now and none is read.
      upstream.answer(jsonAnswer(chatAnswer()));
      expect((await running.call(key, requestBody("test-model"))).status).toBe(200);
      const same = await running.call(key, {
        model: "test-slow",
        stream: true,
        messages: [{ role: "user", content: "together" }],
      });
      expect(await same.text()).toContain("[DONE]");
      expect(running.app.openExchanges).toBeGreaterThanOrEqual(250);
      for (const end of release) end();
      const texts = await Promise.all(answered.map((response) => response.text()));
      expect(texts.every((text) => text.includes("[DONE]"))).toBe(true);
    } finally {
      await slow.stop();
    }
  }, 30_000);
});
