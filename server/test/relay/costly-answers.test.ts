import { readFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { frameAwsMessage, frameLines } from "../conformance/feed-stream.ts";
import {
  type Answer,
  chatAnswer,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";
import { dialects } from "./fault-dialects.ts";

/**
 * Upstream responses that are cheap to send and expensive to parse: a bad answer, free of charge, and the next caller
 * is served.
 */
let running: RunningApp;
let upstream: FakeUpstream;
let key: string;
let balance: number;

const nova = "amazon.nova-lite-v1:0";

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  for (const model of ["test-*", nova])
    await running.aPrice({ model, type: "tokens", channel_type: 1, input: 1, output: 1 });
  const way = { base_url: upstream.url, key: "test-secret-key" };
  await running.aChannel({ ...way, models: ["test-model", "test-embedding"] });
  await running.aChannel({ ...way, type: 14, models: ["test-claude"] });
  await running.aChannel({ ...way, type: 25, models: ["test-gemini"] });
  await running.aChannel({ ...way, type: 39, models: ["test-ollama"] });
  await running.aChannel({ ...way, type: 32, models: [nova], key: "eu-west-1|AKIDEXAMPLE|wJalrXUtnFEMI" });
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});
beforeEach(async () => {
  ({ balance } = await running.books());
});

const objects = `[${Array(1_200_000).fill("{}").join(",")}]`;
const user = [{ role: "user", content: "hi" }];
const chat = (model: string, stream = false): object => ({ model, messages: user, stream });

function play(type: string, body: string | Buffer, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(200, { "content-type": type, ...headers });
    response.end(body);
  };
}

/** An upstream failure for the caller, free, and logged with its reason; the next call is served. */
async function badAnswerOf(response: Response): Promise<string> {
  const text = (await response.text()).slice(0, 10_000);
  expect(text.includes("{},{},{}")).toBe(false);
  expect(text).toContain(response.headers.get("x-request-id"));
  const { logs, balance: after } = await running.books();
  expect(after).toBe(balance);
  expect(logs.at(-1)?.metadata.attempts?.at(-1)).toMatchObject({ reason: "bad-answer" });
  await expectService();
  return text;
}

async function expectService(): Promise<void> {
  upstream.answer(jsonAnswer(chatAnswer()));
  expect((await running.call(key, chat("test-model"))).status).toBe(200);
}

const withObjects = (body: object): string =>
  JSON.stringify({ ...body, x: 0 }).replace(/"x":0\}$/, `"x":${objects}}`);
const gemini = { contents: [{ role: "user", parts: [{ text: "hi" }] }] };

describe("a whole response of a million small values", () => {
  it.each([
    ["chat, as it came", "/v1/chat/completions", chat("test-model"), dialects.chat.whole()],
    ["chat, translated", "/v1/messages", { ...chat("test-model"), max_tokens: 9 }, dialects.chat.whole()],
    [
      "messages, native",
      "/v1/messages",
      { ...chat("test-claude"), max_tokens: 9 },
      dialects.messages.whole(),
    ],
    ["messages, translated", "/v1/chat/completions", chat("test-claude"), dialects.messages.whole()],
    ["Gemini's, as it came", "/v1beta/models/test-gemini:generateContent", gemini, dialects.gemini.whole()],
    ["Gemini's, translated", "/v1/chat/completions", chat("test-gemini"), dialects.gemini.whole()],
    ["responses, native", "/v1/responses", { model: "test-model", input: "hi" }, dialects.responses.whole()],
    [
      "vectors, native",
      "/v1/embeddings",
      { model: "test-embedding", input: "x" },
      dialects.embeddings.whole(),
    ],
    [
      "vectors, translated",
      "/v1/embeddings",
      { model: "test-gemini", input: "x" },
      dialects.geminiVectors.whole(),
    ],
    ["a count", "/v1/messages/count_tokens", chat("test-claude"), { input_tokens: 3 }],
  ])("is rejected: %s", async (name, path, body, answer) => {
    upstream.answer(play("application/json", withObjects(answer)));
    const response = await running.call(key, body, { path });
    // Tokens are then counted by the gateway.
    if (name === "a count") {
      expect(await response.json()).toEqual({ input_tokens: expect.any(Number) as number });
      await expectService();
      return;
    }
    expect(response.status).toBe(502);
    expect(await badAnswerOf(response)).toContain("upstream");
  });

  it("is rejected if it reports an error", async () => {
    upstream.answer(play("application/json", withObjects({ error: { message: "no" } })));
    const response = await running.call(key, chat("test-model"));
    expect(response.status).toBe(502);
    expect(await badAnswerOf(response)).toContain("upstream");
  });

  it("is rejected if it is a long incomplete response that failed", async () => {
    upstream.answer((response) => {
      response.writeHead(500, { "content-type": "application/json" });
      response.end(withObjects({ error: { message: "no" } }));
    });
    const response = await running.call(key, chat("test-model"));
    expect(response.status).toBe(502);
    expect((await running.books()).balance).toBe(balance);
    await expectService();
  });
});

describe("an event of a million small values", () => {
  /** The event before an otherwise valid response. */
  const before = (event: string, frames: string[]): string => `data: ${event}\n\n${frames.join("")}`;
  const usage = withObjects({ ...dialects.chat.whole(), choices: [], object: "chat.completion.chunk" });
  const chatStream = before(usage, dialects.chat.frames());
  const claudeStream = before(withObjects({ type: "ping" }), dialects.messages.frames());
  const lastLine = {
    message: { content: "x" },
    done: true,
    done_reason: "stop",
    prompt_eval_count: 1,
    eval_count: 1,
  };
  it.each([
    ["chat, as it came", "/v1/chat/completions", chat("test-model", true), chatStream],
    ["chat, translated", "/v1/messages", { ...chat("test-model", true), max_tokens: 9 }, chatStream],
    ["messages, translated", "/v1/chat/completions", chat("test-claude", true), claudeStream],
    [
      "Gemini's, translated",
      "/v1/chat/completions",
      chat("test-gemini", true),
      before(withObjects(dialects.gemini.whole()), []),
    ],
    [
      "Ollama's lines",
      "/v1/chat/completions",
      chat("test-ollama", true),
      `${withObjects({ message: { content: "x" } })}\n${JSON.stringify(lastLine)}\n`,
    ],
  ])("ends the stream: %s", async (_, path, body, stream) => {
    upstream.answer(play("text/event-stream", stream));
    const response = await running.call(key, body, { path });
    expect(await badAnswerOf(response)).toContain("upstream");
  });

  it("ends a stream that has begun", async () => {
    const frames = dialects.chat.frames();
    upstream.answer(
      streamAnswer([...frames.slice(0, 3), `data: ${usage}\n\n`, ...frames.slice(3)], { pace: 5 }),
    );
    const response = await running.call(key, chat("test-model", true));
    const text = (await response.text()).slice(0, 10_000);
    expect(text).toContain("Hel");
    expect(text).toContain("upstream_error");
    expect(text).not.toContain("[DONE]");
    await expectService();
  });

  it("ends a stream of AWS messages", async () => {
    const fixture = new URL(
      "../../src/relay/providers/bedrock/__fixtures__/chat.chunks.txt",
      import.meta.url,
    );
    const good = frameLines(readFileSync(fixture, "utf8").split("\n").filter(Boolean), "aws-event-stream");
    const message = frameAwsMessage(
      { ":message-type": "event", ":event-type": "metadata", ":content-type": "application/json" },
      withObjects({ metrics: {} }),
    );
    upstream.answer(play("application/vnd.amazon.eventstream", Buffer.concat([message, good])));
    expect(await badAnswerOf(await running.call(key, chat(nova, true)))).toContain("upstream");
  });
});

describe("a compressed response", () => {
  it.each([
    ["gzip", gzipSync(withObjects(dialects.chat.whole()))],
    ["br", brotliCompressSync(withObjects(dialects.chat.whole()))],
  ])("of few bytes is rejected before it is parsed: %s", async (encoding, packed) => {
    upstream.answer(play("application/json", packed, { "content-encoding": encoding }));
    const response = await running.call(key, chat("test-model"));
    expect(response.status).toBe(502);
    expect(await badAnswerOf(response)).toContain("upstream");
  });

  const space = " ".repeat(20 * 1024 * 1024);
  it.each([
    ["whole", false, space + JSON.stringify(dialects.chat.whole())],
    ["as a stream", true, ": ping\n\n".repeat(2 * 1024 * 1024) + dialects.chat.frames().join("")],
  ])("that expands more than JSON is aborted: %s", async (_, stream, text) => {
    const type = stream ? "text/event-stream" : "application/json";
    upstream.answer(play(type, gzipSync(text), { "content-encoding": "gzip" }));
    const response = await running.call(key, chat("test-model", stream));
    expect(response.status).toBe(502);
    expect(await badAnswerOf(response)).toContain("upstream");
  });

  it("that expands like JSON arrives", async () => {
    const content = Array.from({ length: 300_000 }, (_, line) => `${line} GET /health 200`).join("\n");
    const message = { role: "assistant", content };
    const whole = { ...dialects.chat.whole(), choices: [{ index: 0, message, finish_reason: "stop" }] };
    upstream.answer(
      play("application/json", gzipSync(JSON.stringify(whole)), { "content-encoding": "gzip" }),
    );
    const answer = (await (await running.call(key, chat("test-model"))).json()) as typeof whole;
    expect(answer.choices[0]?.message.content).toBe(content);
  });
});

describe("tool calls of a response", () => {
  // Each is short enough to be parsed without being counted.
  const text = `[${Array(200_000).fill("{}").join(",")}]`;
  const call = (index: number): object => ({
    index,
    id: `call_${index}`,
    type: "function",
    function: { name: "f", arguments: text },
  });
  const calls = [call(0), call(1), call(2)];

  it("are rejected together if their arguments are parsed for the caller", async () => {
    const message = { role: "assistant", content: null, tool_calls: calls };
    const whole = { ...dialects.chat.whole(), choices: [{ index: 0, message, finish_reason: "tool_calls" }] };
    upstream.answer(jsonAnswer(whole));
    const response = await running.call(key, gemini, { path: "/v1beta/models/test-model:generateContent" });
    expect(response.status).toBe(502);
    expect(await badAnswerOf(response)).toContain("upstream");
  });

  it("are rejected together in a stream as well", async () => {
    const [begin = "", , , ...end] = dialects.chat.frames();
    const frames = calls.map(
      (entry) =>
        `data: ${JSON.stringify({ id: "x", choices: [{ index: 0, delta: { tool_calls: [entry] } }] })}\n\n`,
    );
    upstream.answer(streamAnswer([begin, ...frames, ...end]));
    const path = "/v1beta/models/test-model:streamGenerateContent?alt=sse";
    expect(await badAnswerOf(await running.call(key, gemini, { path }))).toContain("upstream");
  });
});

describe("a response that names a hundred thousand items", () => {
  it("is passed on, and only as many ids are stored as a normal response has", async () => {
    const items = Array.from({ length: 100_000 }, (_, index) => `{"id":"msg_${index}"}`);
    const whole = JSON.stringify(dialects.responses.whole()).replace(
      '"output":[',
      `"output":[${items.join(",")},`,
    );
    upstream.answer(play("application/json", whole));
    const response = await running.call(key, { model: "test-model", input: "hi" }, { path: "/v1/responses" });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
    await vi.waitFor(async () => {
      const { count } = await running.app.database.queries
        .selectFrom("response_makers")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      expect(Number(count)).toBe(20_000);
    }, 20_000);
    await expectService();
  });
});
