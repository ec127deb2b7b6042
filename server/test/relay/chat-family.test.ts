import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import OpenAI from "openai";
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

/** Formats with OpenAI's older and newer chat fields, through a running server. */
let running: RunningApp;
let upstream: FakeUpstream;
let key: string;

/** A native vendor model, a chat model that is called by completions, and one that is always translated. */
const models = { native: "an-instruct-model", chat: "a-chat-model", mistral: "a-mistral" };

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  for (const model of Object.values(models))
    await running.aPrice({ model, type: "tokens", channel_type: 1, input: 1, output: 1 });
  await running.aChannel({ base_url: upstream.url, models: [models.native, models.chat] });
  await running.aChannel({ base_url: upstream.url, type: 30, models: [models.mistral] });
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

const client = () => new OpenAI({ baseURL: `${running.url}/v1`, apiKey: key, maxRetries: 0 });

const usage = { prompt_tokens: 14, completion_tokens: 16, total_tokens: 30 };
const completion = {
  id: "cmpl-1",
  object: "text_completion",
  created: 1_790_000_000,
  model: "upstream-name",
  choices: [{ text: "Once upon", index: 0, logprobs: null, finish_reason: "length" }],
  usage,
};
const piece = (text: string, reason: string | null) =>
  `data: ${JSON.stringify({ ...completion, usage: null, choices: [{ text, index: 0, logprobs: null, finish_reason: reason }] })}\n\n`;

async function readCompletion(model: string) {
  const stream = await client().completions.create({ model, prompt: "Tell", stream: true });
  const pieces = [];
  for await (const one of stream) pieces.push(one);
  return {
    text: pieces.map((one) => one.choices[0]?.text ?? "").join(""),
    reasons: pieces.flatMap((one) => one.choices[0]?.finish_reason ?? []),
    usages: pieces.filter((one) => one.usage).length,
  };
}

describe("text completions", () => {
  it("reach an upstream of the same format unchanged, whole and streamed", async () => {
    upstream.answer(jsonAnswer(completion));
    const whole = await client().completions.create({
      model: models.native,
      prompt: ["a", "b"],
      suffix: "!",
    });
    expect(whole).toMatchObject({ choices: [{ text: "Once upon", finish_reason: "length" }], usage });
    expect(upstream.seen[0]).toMatchObject({
      path: "/v1/completions",
      json: { prompt: ["a", "b"], suffix: "!" },
    });
    const last = `data: ${JSON.stringify({ ...completion, choices: [], usage })}\n\n`;
    upstream.answer(streamAnswer([piece("Once ", null), piece("upon", "length"), last, "data: [DONE]\n\n"]));
    expect(await readCompletion(models.native)).toEqual({
      text: "Once upon",
      reasons: ["length"],
      usages: 0,
    });
    expect(upstream.seen[0]?.json).toMatchObject({ stream_options: { include_usage: true } });
    const { logs } = await running.books();
    expect(logs.map((log) => log.quota)).toEqual([30, 30]);
  });

  it("are counted if the upstream reports no usage", async () => {
    const { usage: _usage, ...silent } = completion;
    upstream.answer(jsonAnswer(silent));
    await client().completions.create({ model: models.native, prompt: "Tell" });
    upstream.answer(streamAnswer([piece("Once upon", "length"), "data: [DONE]\n\n"]));
    await readCompletion(models.native);
    const { logs } = await running.books();
    expect(logs.map((log) => log.completion_tokens)).toEqual([2, 2]);
  });

  it("reach a chat model as one message", async () => {
    upstream.answer(jsonAnswer(chatAnswer()));
    const whole = await client().completions.create({ model: models.chat, prompt: "Tell", echo: true });
    expect(whole).toMatchObject({
      object: "text_completion",
      model: models.chat,
      choices: [{ text: "Hello there." }],
    });
    expect(upstream.seen[0]).toMatchObject({
      path: "/v1/chat/completions",
      json: { messages: [{ role: "user", content: "Tell" }] },
    });
    upstream.answer(streamAnswer(chatFrames(["Hel", "lo"])));
    expect(await readCompletion(models.chat)).toEqual({ text: "Hello", reasons: ["stop"], usages: 0 });
    await expect(
      client().completions.create({ model: models.chat, prompt: ["a", "b"] }),
    ).rejects.toMatchObject({
      status: 400,
      param: "prompt",
    });
  });

  const recordings = path.join(
    process.env["TOLLGATE_TRANSCRIPTS"] ??
      path.resolve(import.meta.dirname, "../../../../shared/transcripts"),
    "openai/completion",
  );
  it.skipIf(!existsSync(recordings))("match a recorded upstream, and cost what it reports", async () => {
    const read = (name: string) => readFileSync(path.join(recordings, name), "utf8");
    const body = JSON.parse(read("openai-completion-text.json")) as typeof completion;
    upstream.answer(jsonAnswer(body));
    const whole = await client().completions.create({ model: models.native, prompt: "Tell" });
    expect(whole.choices).toEqual(body.choices);
    const lines = read("openai-completion-text.chunks.txt").split("\n").filter(Boolean);
    const chunks = lines.map((line) => JSON.parse(line) as typeof completion);
    upstream.answer(streamAnswer([...lines.map((line) => `data: ${line}\n\n`), "data: [DONE]\n\n"]));
    const { text } = await readCompletion(models.native);
    expect(text).toBe(chunks.map((chunk) => chunk.choices[0]?.text ?? "").join(""));
    const { logs } = await running.books();
    const streamed = chunks.findLast((chunk) => chunk.usage)?.usage;
    const booked = logs.map((log) => log.prompt_tokens + log.completion_tokens);
    expect(new Set(booked)).toEqual(new Set([body.usage.total_tokens, streamed?.total_tokens]));
  });
});

describe("chat completions", () => {
  const message = '"messages":[{"role":"user","content":"x"}]';

  it.each([
    ['"n":1,"n":50', "n"],
    ['"max_tokens":1,"max\\u005ftokens":9', "max_tokens"],
    [`"model":"other"`, "model"],
  ])("are rejected without charge if a metered field is duplicated: %s", async (twice, param) => {
    upstream.answer(jsonAnswer(chatAnswer()));
    const before = await running.books();
    const reply = await running.call(key, `{${message},${twice},"model":"${models.chat}"}`);
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ error: { type: "invalid_request_error", param } });
    expect(upstream.seen).toHaveLength(0);
    expect((await running.books()).balance).toBe(before.balance);
  });

  it("return function_call to callers of the older API, and name dropped fields", async () => {
    const fn = { name: "f", arguments: '{"x":1}' };
    const answer = {
      role: "assistant",
      content: "",
      tool_calls: [{ id: "abcdefghi", type: "function", function: fn }],
    };
    upstream.answer(
      jsonAnswer(chatAnswer({ choices: [{ index: 0, message: answer, finish_reason: "tool_calls" }] })),
    );
    const body = {
      model: models.mistral,
      messages: [{ role: "user", content: "x" }],
      functions: [{ name: "f" }],
      user: "u",
      "ключ\r\n": 1,
    };
    const reply = await running.call(key, body);
    expect(reply.headers.get("x-tollgate-dropped")).toBe("??????, user");
    expect(await reply.json()).toMatchObject({
      model: models.mistral,
      choices: [{ finish_reason: "function_call", message: { function_call: fn } }],
    });
  });
});
