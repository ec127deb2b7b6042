import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Answer,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** Coding agents compact a conversation when an error in their own format reports that the prompt is too long. */
let running: RunningApp;
let upstream: FakeUpstream;
let key: string;

/** One channel per format of an upstream, each with a model of its name. */
const channels = { openai: 1, anthropic: 14, gemini: 25, deepseek: 28 } as const;
type Upstream = keyof typeof channels;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.aPrice({ model: "long-*", type: "tokens", channel_type: 1, input: 1, output: 1 });
  for (const [name, type] of Object.entries(channels))
    await running.aChannel({ name, type, base_url: upstream.url, models: [`long-${name}`] });
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});

interface Reply {
  status: number;
  type: string;
  text: string;
}

async function post(path: string, body: object): Promise<Reply> {
  const response = await running.call(key, body, { path });
  return {
    status: response.status,
    type: response.headers.get("content-type") ?? "",
    text: await response.text(),
  };
}

const callers = {
  chat: (name: Upstream, stream = false) =>
    post("/v1/chat/completions", {
      model: `long-${name}`,
      stream,
      messages: [{ role: "user", content: "Hi" }],
    }),
  responses: (name: Upstream, stream = false) =>
    post("/v1/responses", { model: `long-${name}`, stream, input: "Hi" }),
  messages: (name: Upstream, stream = false) =>
    post("/v1/messages", {
      model: `long-${name}`,
      stream,
      max_tokens: 100,
      messages: [{ role: "user", content: "Hi" }],
    }),
  gemini: (name: Upstream, stream = false) =>
    post(`/v1beta/models/long-${name}:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`, {
      contents: [{ role: "user", parts: [{ text: "Hi" }] }],
    }),
};

const rejections: Record<Upstream, Answer> = {
  openai: jsonAnswer(
    {
      error: {
        message:
          "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens. Please reduce the length of the messages.",
        type: "invalid_request_error",
        param: "messages",
        code: "context_length_exceeded",
      },
    },
    400,
  ),
  anthropic: jsonAnswer(
    {
      type: "error",
      error: { type: "invalid_request_error", message: "prompt is too long: 130000 tokens > 128000 maximum" },
      request_id: "req_1",
    },
    400,
  ),
  gemini: jsonAnswer(
    {
      error: {
        code: 400,
        message: "The input token count (130000) exceeds the maximum number of tokens allowed (128000).",
        status: "INVALID_ARGUMENT",
      },
    },
    400,
  ),
  deepseek: jsonAnswer(
    {
      error: {
        message:
          "This model's maximum context length is 128000 tokens. However, you requested 130000 tokens (129000 in the messages, 1000 in the completion). Please reduce the length of the messages or completion.",
        type: "invalid_request_error",
        param: null,
        code: "invalid_request_error",
      },
    },
    400,
  ),
};

const errorIn = ({ text }: Reply) =>
  (JSON.parse(text) as { error: { code?: unknown; type?: string; message: string; status?: string } }).error;
const eventsOf = ({ text }: Reply) =>
  text
    .split("\n")
    .filter((line) => line.startsWith("data: {"))
    .map((line) => JSON.parse(line.slice(6)) as Record<string, unknown>);

describe.each(Object.keys(channels) as Upstream[])("a prompt that is too long for %s", (name) => {
  it.each([false, true])(
    "is context_length_exceeded for callers of Chat Completions (stream: %s)",
    async (stream) => {
      upstream.answer(rejections[name]);
      const reply = await callers.chat(name, stream);
      expect(reply.status).toBe(400);
      expect(errorIn(reply)).toMatchObject({
        type: "invalid_request_error",
        code: "context_length_exceeded",
        message: expect.stringContaining("maximum context length is 128000 tokens"),
      });
      expect(upstream.seen).toHaveLength(1);
    },
  );

  it("is context_length_exceeded for callers of Responses, and response.failed inside their stream", async () => {
    upstream.answer(rejections[name]);
    const whole = await callers.responses(name);
    expect(whole.status).toBe(400);
    expect(errorIn(whole)).toMatchObject({ code: "context_length_exceeded" });
    const streamed = await callers.responses(name, true);
    expect(streamed).toMatchObject({ status: 200, type: expect.stringContaining("event-stream") });
    const events = eventsOf(streamed);
    expect(events.map(({ type }) => type)).toEqual([
      "response.created",
      "response.in_progress",
      "error",
      "response.failed",
    ]);
    expect(events.at(-1)).toMatchObject({
      response: { status: "failed", error: { code: "context_length_exceeded" } },
    });
  });

  it.each([false, true])("is 'prompt is too long' for callers of Messages (stream: %s)", async (stream) => {
    upstream.answer(rejections[name]);
    const reply = await callers.messages(name, stream);
    expect(reply.status).toBe(400);
    expect(errorIn(reply)).toMatchObject({
      type: "invalid_request_error",
      message: expect.stringMatching(/^prompt is too long: 130000 tokens > 128000 maximum/),
    });
  });

  it.each([false, true])(
    "has Google's message for callers of Gemini's format (stream: %s)",
    async (stream) => {
      upstream.answer(rejections[name]);
      const reply = await callers.gemini(name, stream);
      expect(reply.status).toBe(400);
      expect(errorIn(reply)).toMatchObject({
        status: "INVALID_ARGUMENT",
        message: "The input token count (130000) exceeds the maximum number of tokens allowed (128000).",
      });
    },
  );
});

/** Events of a response that has begun, then the error. */
const frame = (event: object, name?: string) =>
  `${name === undefined ? "" : `event: ${name}\n`}data: ${JSON.stringify(event)}\n\n`;
const begun = {
  openai: [
    frame({
      id: "c",
      object: "chat.completion.chunk",
      created: 1,
      model: "m",
      choices: [{ index: 0, delta: { content: "He" } }],
    }),
    frame({
      error: { message: "Context size has been exceeded.", type: "exceed_context_size_error", code: 400 },
    }),
  ],
  anthropic: [
    frame(
      {
        type: "message_start",
        message: {
          id: "msg_1",
          type: "message",
          role: "assistant",
          model: "m",
          content: [],
          usage: { input_tokens: 3, output_tokens: 1 },
        },
      },
      "message_start",
    ),
    frame(
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      "content_block_start",
    ),
    frame(
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "He" } },
      "content_block_delta",
    ),
    frame(
      {
        type: "error",
        error: { type: "invalid_request_error", message: "prompt is too long: 9 tokens > 8 maximum" },
      },
      "error",
    ),
  ],
};

describe("an error after the first text", () => {
  it.each(["openai", "anthropic"] as const)("of %s keeps its meaning in every format", async (name) => {
    upstream.answer(streamAnswer(begun[name], { pace: 20 }));
    const chat = await callers.chat(name, true);
    expect(chat.status).toBe(200);
    expect(eventsOf(chat).at(-1)).toMatchObject({ error: { code: "context_length_exceeded" } });
    const responses = eventsOf(await callers.responses(name, true));
    expect(responses.at(-1)).toMatchObject({
      type: "response.failed",
      response: { error: { code: "context_length_exceeded" } },
    });
    const messages = eventsOf(await callers.messages(name, true));
    expect(messages.at(-1)).toMatchObject({
      type: "error",
      error: { type: "invalid_request_error", message: expect.stringContaining("prompt is too long") },
    });
    const gemini = eventsOf(await callers.gemini(name, true));
    expect(gemini.at(-1)).toMatchObject({
      error: { code: 400, message: expect.stringContaining("input token count") },
    });
  });
});

describe("OpenAI's own stream of Responses", () => {
  it("fails inside the stream as OpenAI's does, although nothing was sent yet", async () => {
    const error = {
      type: "invalid_request_error",
      code: "context_length_exceeded",
      message: "Your input exceeds the context window of this model. Please adjust your input and try again.",
      param: "input",
    };
    const response = { id: "resp_1", object: "response", status: "in_progress", output: [] };
    upstream.answer(
      streamAnswer([
        frame({ type: "response.created", sequence_number: 0, response }, "response.created"),
        frame({ type: "response.in_progress", sequence_number: 1, response }, "response.in_progress"),
        frame({ type: "error", sequence_number: 2, error }, "error"),
        frame(
          { type: "response.failed", sequence_number: 3, response: { ...response, status: "failed", error } },
          "response.failed",
        ),
      ]),
    );
    const events = eventsOf(await callers.responses("openai", true));
    expect(events.at(-1)).toMatchObject({
      type: "response.failed",
      response: { status: "failed", error: { code: "context_length_exceeded" } },
    });
  });
});

describe("a server that returns it with 500", () => {
  it("is not penalized, and no other channel is tried", async () => {
    await running.aChannel({ name: "second", base_url: upstream.url, models: ["long-openai"] });
    upstream.answer(jsonAnswer({ error: { message: "input exceeds context length" } }, 500));
    const reply = await callers.chat("openai");
    expect(reply.status).toBe(400);
    expect(errorIn(reply)).toMatchObject({
      code: "context_length_exceeded",
    });
    expect(upstream.seen).toHaveLength(1);
  });

  it("stays a failure if the message is another one", async () => {
    upstream.answer(jsonAnswer({ error: { message: "internal error" } }, 500));
    expect((await callers.messages("anthropic")).status).toBe(502);
  });
});
