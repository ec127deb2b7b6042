import type { ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type Answer,
  chatAnswer,
  chatFrames,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
  textAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { blocked } from "../support/blocked-answer.ts";
import { nextDisconnect } from "../support/next-disconnect.ts";
import { passTime } from "../support/pass-time.ts";
import { type LoggedCall, type RunningApp, startApp } from "../support/start-app.ts";

let running: RunningApp;
let upstream: FakeUpstream;
let key: string;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 2, output: 3 });
  await running.aPrice({ model: "per-call", type: "times", channel_type: 1, input: 1, output: 1 });
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});

async function noChannels(): Promise<void> {
  const list = await running.api<{ data: { id: number }[] }>("GET", "/api/channel/?size=100");
  for (const channel of list.data) await running.api("DELETE", `/api/channel/${channel.id}`);
}

async function aChannel(form: Parameters<RunningApp["aChannel"]>[0] = {}): Promise<number> {
  const models = ["test-model", "per-call"];
  return (await running.aChannel({ base_url: upstream.url, idle_timeout: 100, models, ...form })).id;
}

beforeEach(async () => {
  await running.books();
  await running.app.database.queries.deleteFrom("logs").execute();
  await noChannels();
});
afterEach(() => void vi.restoreAllMocks());

const requestBody = (more: object = {}) => ({
  model: "test-model",
  stream: true,
  messages: [{ role: "user", content: "Say hello" }],
  ...more,
});

/** One call to its end, with its charges. */
async function call(
  answer: Answer,
  more: object = {},
): Promise<{ status: number; text: string; charged: number; log: LoggedCall }> {
  const before = await running.books();
  upstream.answer(answer);
  const response = await running.call(key, requestBody(more));
  const text = await response.text();
  const after = await running.books();
  expect(after.entries).toBe(after.balance);
  expect(after.logs).toHaveLength(1);
  const [log] = after.logs;
  if (!log) throw new Error("nothing was logged");
  return { status: response.status, text, charged: before.balance - after.balance, log };
}

const frame = (body: unknown): string => `data: ${JSON.stringify(body)}\n\n`;
const piece = (content: string, finish: string | null = null, index = 0): string =>
  frame({ id: "x", choices: [{ index, delta: { content }, finish_reason: finish }] });
const messageEvent = (body: { type: string; [field: string]: unknown }): string =>
  `event: ${body.type}\n${frame(body)}`;
const messageStart = messageEvent({
  type: "message_start",
  message: { id: "m", model: "test-model", content: [], usage: { input_tokens: 20, output_tokens: 1 } },
});
const done = "data: [DONE]\n\n";
const manyWords = Array.from({ length: 40 }, (_, index) => ` word${index}`);
const zeros = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

describe("a response without content", () => {
  const nothing: { name: string; answer: Answer; stream?: boolean; type?: number }[] = [
    { name: "[DONE] alone", answer: streamAnswer([done]) },
    { name: "comments and [DONE]", answer: streamAnswer([": ping\n\n", done]) },
    { name: "bodies without choices", answer: streamAnswer([frame({}), frame({ choices: [] }), done]) },
    { name: "an empty object", answer: jsonAnswer({}), stream: false },
    { name: "a list of no choices", answer: jsonAnswer({ choices: [] }), stream: false },
    {
      name: "a message that ends as it begins",
      answer: streamAnswer([messageStart, messageEvent({ type: "message_stop" })]),
      type: 14,
    },
  ];
  for (const { name, answer, stream = true, type = 1 } of nothing) {
    it(`costs nothing, by token or by call, and another channel is called: ${name}`, async () => {
      await aChannel({ type });
      for (const model of ["test-model", "per-call"]) {
        const { status, charged, log } = await call(answer, { stream, model });
        expect(status).toBe(502);
        expect(charged).toBe(0);
        expect(log.metadata).toMatchObject({ end_reason: "upstream_error", usage_source: "none" });
        await running.app.database.queries.deleteFrom("logs").execute();
      }
      await noChannels();
      await aChannel({ type, priority: 5 });
      await aChannel({ name: "second" });
      upstream.answer(answer, stream ? streamAnswer(chatFrames(["Hi"])) : jsonAnswer(chatAnswer()));
      const response = await running.call(key, requestBody({ stream }));
      expect(response.status).toBe(200);
      await response.text();
      expect(upstream.seen).toHaveLength(2);
    });
  }

  it("costs nothing if it is well formed but has neither text nor usage", async () => {
    await aChannel();
    for (const usage of [null, zeros]) {
      const { status, charged } = await call(streamAnswer(chatFrames([], usage)), { model: "per-call" });
      expect(status).toBe(200);
      expect(charged).toBe(0);
      await running.app.database.queries.deleteFrom("logs").execute();
    }
  });
});

describe("usage that the upstream does not report", () => {
  const toolCall = (name: string, text: string) =>
    frame({
      choices: [
        {
          index: 0,
          delta: { tool_calls: [{ index: 0, function: { ...(name && { name }), arguments: text } }] },
        },
      ],
    });
  const silent: { name: string; answer: Answer; stream?: boolean; least: number }[] = [
    { name: "all zero", answer: jsonAnswer(chatAnswer({ usage: zeros })), stream: false, least: 3 },
    { name: "all zero in a stream", answer: streamAnswer(chatFrames(manyWords, zeros)), least: 80 },
    { name: "none in a stream", answer: streamAnswer(chatFrames(manyWords, null)), least: 80 },
    {
      name: "none beside keep-alive comments",
      answer: streamAnswer(chatFrames(manyWords, null).flatMap((text) => [": ping\n\n", text])),
      least: 80,
    },
    {
      name: "none for a tool call, across many kilobytes",
      answer: streamAnswer([
        toolCall("look_up", '{"words":"'),
        ...Array.from({ length: 400 }, () => toolCall("", "some more words ")),
        piece("", "tool_calls"),
        done,
      ]),
      least: 1000,
    },
  ];
  for (const { name, answer, stream = true, least } of silent) {
    it(`is counted: ${name}`, async () => {
      await aChannel();
      const { status, charged, log } = await call(answer, { stream });
      expect(status).toBe(200);
      expect(log.metadata.usage_source).toBe("counted");
      expect(log.completion_tokens).toBeGreaterThanOrEqual(least);
      expect(log.prompt_tokens).toBeGreaterThan(0);
      expect(charged).toBe(log.prompt_tokens * 2 + log.completion_tokens * 3);
    });
  }
});

describe("the end of a native stream", () => {
  const ends: { name: string; frames: string[]; whole: boolean; n?: number }[] = [
    {
      name: "a reason, spaced JSON",
      frames: ['data: {"choices": [{"index": 0, "delta": {"content": "a"}, "finish_reason": "stop"}]}\n\n'],
      whole: true,
    },
    { name: "[DONE] without its blank line", frames: [piece("a"), "data: [DONE]"], whole: true },
    {
      name: "a last event without its blank line",
      frames: [piece("a"), piece("b", "stop").trimEnd()],
      whole: true,
    },
    { name: "[DONE] in spite of missing reasons", frames: [piece("a"), done], whole: true },
    { name: "both of two answers", frames: [piece("a", "stop"), piece("b", "stop", 1)], whole: true, n: 2 },
    { name: "one of two answers", frames: [piece("a", "stop"), piece("b", null, 1)], whole: false, n: 2 },
    { name: "[DONE] as a word of the text", frames: [piece("a"), piece("say [DONE] and")], whole: false },
    { name: "a reason that is none", frames: [piece("a"), piece("b", "")], whole: false },
  ];
  for (const { name, frames, whole, n = 1 } of ends) {
    for (const pace of [undefined, 5]) {
      it(`${whole ? "is" : "is not"} ${name}${pace ? ", event by event" : ""}`, async () => {
        await aChannel();
        const { text, log } = await call(streamAnswer(frames, pace ? { pace } : {}), { n });
        expect(log.metadata.end_reason).toBe(whole ? "completed" : "upstream_cut");
        expect(text.includes('"error"')).toBe(!whole);
        // Every event that reaches the caller is complete.
        for (const event of text.split("\n\n").filter((part) => part !== "")) {
          const data = event.replace(/^data: /, "");
          expect(data === "[DONE]" || typeof JSON.parse(data) === "object").toBe(true);
        }
      });
    }
  }

  it("does not append the error to half an event", async () => {
    await aChannel();
    const half = 'data: {"choices":[{"index":0,"delta":{"content":"hel';
    const { text } = await call(streamAnswer([piece("Hel"), half]));
    expect(text).not.toContain('"content":"hel');
    const last = text.trimEnd().split("\n\n").at(-1) ?? "";
    expect(JSON.parse(last.replace("data: ", ""))).toHaveProperty("error");
  });
});

describe("the beginning of a native stream", () => {
  const busy = frame({ error: { message: "overloaded", code: 503 } });
  const beginnings: { name: string; frames: string[] }[] = [
    { name: "a comment", frames: [": PROCESSING\n\n", busy] },
    { name: "a chunk that says nothing", frames: [frame({ choices: [], prompt_filter_results: [] }), busy] },
    { name: "other fields of the protocol", frames: ["retry: 3000\n\n", "id: 1\n\n", busy] },
  ];
  for (const { name, frames } of beginnings) {
    it(`leaves room for another channel: an error after ${name}`, async () => {
      await aChannel({ priority: 5 });
      await aChannel({ name: "second" });
      upstream.answer(streamAnswer(frames, { pace: 30 }), streamAnswer(chatFrames(["Hi"])));
      const response = await running.call(key, requestBody());
      expect(response.status).toBe(200);
      expect(await response.text()).toContain("Hi");
      expect(upstream.seen).toHaveLength(2);
    });
  }

  it("is delivered with the buffered events", async () => {
    await aChannel();
    const opening = ": ping\n\n" + frame({ choices: [], prompt_filter_results: [1] });
    const { text } = await call(streamAnswer([opening, ...chatFrames(["Hi"])], { pace: 5 }));
    expect(text.startsWith(`${opening}data: `)).toBe(true);
  });
});

describe("a caller that disconnects early", () => {
  /** Reads until the first text, then disconnects. `seconds` pass after that. */
  async function leaveAfter(word: string, seconds = 0): Promise<LoggedCall | undefined> {
    const abort = new AbortController();
    const disconnected = nextDisconnect(running);
    const response = await running.call(key, requestBody(), { signal: abort.signal });
    let text = "";
    for await (const bytes of response.body ?? []) {
      text += Buffer.from(bytes).toString();
      if (text.includes(word)) break;
    }
    abort.abort();
    await disconnected;
    passTime(seconds);
    return (await running.books()).logs[0];
  }

  it("pays for what was delivered if the only usage is that of the first event", async () => {
    await aChannel({ type: 14 });
    const deltas = Array.from({ length: 100 }, (_, index) =>
      messageEvent({
        type: "content_block_delta",
        index: 0,
        delta: { type: "text_delta", text: ` word number ${index}` },
      }),
    );
    const block = messageEvent({
      type: "content_block_start",
      index: 0,
      content_block: { type: "text", text: "" },
    });
    upstream.answer(streamAnswer([messageStart, block, ...deltas], { hang: true }));
    const log = await leaveAfter("number 95", 101);
    expect(log?.metadata).toMatchObject({ end_reason: "client_closed", usage_source: "counted" });
    expect(log?.prompt_tokens).toBe(20);
    expect(log?.completion_tokens).toBeGreaterThan(250);
  });

  it("does not pay for text after its disconnect", async () => {
    await aChannel();
    const words = Array.from({ length: 200 }, (_, index) => ` w${index}`);
    upstream.answer(streamAnswer(chatFrames(words, null), { pace: 5 }));
    const log = await leaveAfter("w5");
    expect(log?.metadata).toMatchObject({ end_reason: "client_closed", usage_source: "counted" });
    expect(log?.completion_tokens).toBeGreaterThan(5);
    expect(log?.completion_tokens).toBeLessThan(150);
  });

  /** Reads the head and then nothing, without disconnecting. `seconds` pass once the upstream is blocked. */
  async function readNothing(frames: string[], seconds = 0): Promise<LoggedCall | undefined> {
    let sending: ServerResponse | undefined;
    upstream.answer((response, request) => {
      sending = response;
      streamAnswer(frames)(response, request);
    });
    const response = await running.call(key, requestBody());
    const reader = response.body?.getReader();
    await reader?.read();
    await blocked(sending);
    passTime(seconds);
    // The exchange is settled while the connection is still open.
    const { queries } = running.app.database;
    let row = await queries.selectFrom("logs").selectAll().executeTakeFirst();
    for (let waited = 0; !row && waited < 200; waited++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      await running.app.ledger.flush();
      row = await queries.selectFrom("logs").selectAll().executeTakeFirst();
    }
    await reader?.cancel();
    await running.books();
    return row && { ...row, metadata: JSON.parse(row.metadata) as LoggedCall["metadata"] };
  }
  const book = Array.from({ length: 2500 }, () => "word ".repeat(4000));

  it("pays the real usage when it stops reading for the idle limit", async () => {
    await aChannel({ idle_timeout: 3, total_timeout: 100 });
    // Larger than what connections buffer, and less than eight megabytes beyond that, which is the drain limit.
    const log = await readNothing(chatFrames(book.slice(0, 500)));
    expect(log?.metadata).toMatchObject({ end_reason: "client_closed", usage_source: "upstream" });
    expect(log?.quota).toBe(39);
  });

  it("pays for what was delivered when the total limit ends its pause", async () => {
    await aChannel({ idle_timeout: 200, total_timeout: 100 });
    const log = await readNothing(chatFrames(book), 101);
    expect(log?.metadata).toMatchObject({ end_reason: "client_closed", usage_source: "counted" });
    expect(log?.completion_tokens).toBeGreaterThan(1000);
  });
});

describe("errors for callers and logs", () => {
  it("never contain the channel's key in any form", async () => {
    const secret = "3f2504e0-4f89-11d3-9a0c-0305e82c3301";
    await aChannel({ key: secret });
    const error = {
      message: `Key ${secret} may not set this parameter`,
      type: secret,
      code: `denied_${secret}`,
      param: `x.${secret}`,
    };
    const { status, text, log } = await call(jsonAnswer({ error }, 400), { stream: false });
    expect(status).toBe(400);
    expect(text).not.toContain(secret);
    expect(JSON.stringify(log)).not.toContain(secret);
    expect(JSON.parse(text)).toMatchObject({
      error: { type: "invalid_request_error", code: "invalid_request", param: "x.[key]" },
    });
  });

  it("are valid text for every database", async () => {
    await aChannel();
    const message = `a\u0000b ${"x".repeat(495)}😀`;
    const { log } = await call(jsonAnswer({ error: { message } }, 400), { stream: false });
    expect(log.content).toMatch(/^a b x+$/);
  });
});

describe("channels that stay in use", () => {
  const statuses = async () =>
    (await running.api<{ data: { status: number }[] }>("GET", "/api/channel/?size=100")).data.map(
      (channel) => channel.status,
    );

  it("after an upstream error that quotes the caller's text about payment", async () => {
    for (let count = 0; count < 3; count++) await aChannel();
    upstream.answer((response, request) => {
      const [message] = request.json["messages"] as { role: string }[];
      const error = {
        message: `Invalid value: '${message?.role}'.`,
        param: "messages[0].role",
        code: "invalid_value",
      };
      jsonAnswer({ error }, 400)(response, request);
    });
    const messages = [{ role: "insufficient balance", content: "x" }];
    expect((await running.call(key, requestBody({ messages }))).status).toBe(400);
    expect(upstream.seen).toHaveLength(1);
    expect(await statuses()).toEqual([1, 1, 1]);
  });

  it("after a firewall rejects the caller's text", async () => {
    for (let count = 0; count < 2; count++) await aChannel();
    upstream.answer(textAnswer("<html><title>Attention Required!</title></html>", 403, "text/html"));
    expect((await running.call(key, requestBody())).status).toBe(502);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await statuses()).toEqual([1, 1]);
  });

  it("without a price for the model, as long as another has one", async () => {
    await aChannel({ priority: 5, model_mapping: '{"test-model":"unpriced-model"}' });
    await aChannel({ name: "second" });
    const { status } = await call(jsonAnswer(chatAnswer()), { stream: false });
    expect(status).toBe(200);
  });

  it("but the last failure is returned when only they are left, and the missing price if that is the only reason", async () => {
    await aChannel({ model_mapping: '{"test-model":"unpriced-model"}' });
    const rejected = await running.call(key, requestBody());
    expect(rejected.status).toBe(403);
    expect(await rejected.text()).toContain("unpriced-model");
    await aChannel({ priority: 5 });
    upstream.answer(jsonAnswer({ error: { message: "slow down" } }, 429));
    expect((await running.call(key, requestBody())).status).toBe(429);
  });
});
