import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  chatAnswer,
  chatFrames,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** Requests in the upstream's own format that it would reject or misread. */
let running: RunningApp;
let upstream: FakeUpstream;
let key: string;

const channels: Record<string, number> = {
  "deepseek-adapted": 28,
  "kimi-adapted": 29,
  "moonshot-adapted": 29,
  "Qwen/Qwen-adapted": 45,
  "Baichuan-adapted": 26,
  "gpt-test": 1,
  "llama-test": 31,
  "any-test": 8,
  "gemini-3-test": 25,
  "gemini-2.5-test": 25,
};

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  for (const [model, type] of Object.entries(channels)) {
    await running.aPrice({ model, type: "tokens", channel_type: type, input: 1, output: 1 });
    await running.aChannel({ name: model, type, base_url: upstream.url, models: [model] });
  }
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});

const sent = async (body: object, path?: string): Promise<Record<string, unknown>> => {
  const response = await running.call(key, body, path === undefined ? {} : { path });
  expect(response.status).toBe(200);
  await response.text();
  return upstream.seen.at(-1)?.json ?? {};
};

const messages = [
  { role: "developer", content: "Be brief." },
  { role: "user", content: "What is a 'developer'?", of_tomorrow: true },
];
const requested = (model: string, more: object = {}) => ({
  model,
  messages,
  max_completion_tokens: 50,
  ...more,
});

describe("Chat Completions at a vendor that supports neither the role developer nor max_completion_tokens", () => {
  it.each(["deepseek-adapted", "moonshot-adapted", "Qwen/Qwen-adapted", "Baichuan-adapted"])(
    "use the older fields for %s, whole and streamed",
    async (model) => {
      upstream.answer(jsonAnswer(chatAnswer()));
      const older = {
        model,
        messages: [{ role: "system", content: "Be brief." }, messages[1]],
        max_tokens: 50,
      };
      expect(await sent(requested(model))).toEqual(older);
      upstream.answer(streamAnswer(chatFrames(["Hi"])));
      expect(await sent(requested(model, { stream: true }))).toMatchObject({ ...older, stream: true });
      expect(upstream.seen[0]?.text).not.toContain("max_completion_tokens");
    },
  );

  it("keep the digits of every number and unknown fields", async () => {
    upstream.answer(jsonAnswer(chatAnswer()));
    await running.call(
      key,
      `{"model":"deepseek-adapted","max_completion_tokens":50,"seed":12345678901234567890,"tomorrow":1.0,"messages":[{"role":"user","content":"Hi"}]}`,
    );
    expect(upstream.seen[0]?.text).toContain('"seed":12345678901234567890,"tomorrow":1.0');
    expect(upstream.seen[0]?.json).toMatchObject({ max_tokens: 50 });
  });

  it("keep the newer limit if both are set", async () => {
    upstream.answer(jsonAnswer(chatAnswer()));
    expect(await sent(requested("deepseek-adapted", { max_tokens: 9 }))).toMatchObject({ max_tokens: 50 });
  });

  it("are forwarded byte by byte if nothing needs adaptation", async () => {
    upstream.answer(jsonAnswer(chatAnswer()));
    const text =
      '{ "model":"deepseek-adapted",  "max_tokens": 5.0, "messages":[{"role":"user","content":"developer"}] }';
    await running.call(key, text);
    expect(upstream.seen[0]?.text).toBe(text);
  });
});

describe("Chat Completions at a vendor that supports them", () => {
  it("keep both fields at OpenAI", async () => {
    upstream.answer(jsonAnswer(chatAnswer()));
    const text = JSON.stringify(requested("gpt-test"));
    await running.call(key, text);
    expect(upstream.seen[0]?.text).toBe(text);
  });

  it.each(["kimi-adapted", "llama-test", "any-test"])("keep the limit at %s", async (model) => {
    upstream.answer(jsonAnswer(chatAnswer()));
    const body = await sent(requested(model));
    expect(body).toMatchObject({ max_completion_tokens: 50, messages: [{ role: "system" }, messages[1]] });
    expect(body).not.toHaveProperty("max_tokens");
  });
});

describe("function calls without a signature in Gemini's format", () => {
  const answer = {
    responseId: "r",
    modelVersion: "m",
    candidates: [{ content: { role: "model", parts: [{ text: "Hi" }] }, finishReason: "STOP", index: 0 }],
    usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 1, totalTokenCount: 6 },
  };
  const call = (name: string, more: object = {}) => ({ functionCall: { name, args: { big: 1 } }, ...more });
  const result = (name: string) => ({ role: "user", parts: [{ functionResponse: { name, response: {} } }] });
  const contents = [
    { role: "user", parts: [{ text: "Go" }] },
    { role: "model", parts: [{ text: "Well." }, call("a"), call("b")] },
    result("a"),
    { role: "model", parts: [call("c", { thoughtSignature: "c2ln" })] },
    { role: "model", parts: [call("d")] },
    result("c"),
    { role: "model", parts: [{ function_call: { name: "e" }, thought_signature: "" }] },
    result("e"),
  ];
  const path = (model: string, stream: boolean) =>
    `/v1beta/models/${model}:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`;

  it.each([false, true])(
    "are signed with Google's placeholder for history of other models (stream: %s)",
    async (stream) => {
      upstream.answer(
        stream ? streamAnswer([`data: ${JSON.stringify(answer)}\r\n\r\n`]) : jsonAnswer(answer),
      );
      const body = await sent({ contents, of_tomorrow: 1 }, path("gemini-3-test", stream));
      const thoughtSignature = "skip_thought_signature_validator";
      expect(body).toEqual({
        of_tomorrow: 1,
        contents: [
          contents[0],
          { role: "model", parts: [{ text: "Well." }, call("a", { thoughtSignature }), call("b")] },
          contents[2],
          contents[3],
          contents[4],
          contents[5],
          { role: "model", parts: [{ function_call: { name: "e" }, thoughtSignature }] },
          contents[7],
        ],
      });
    },
  );

  it("stay unchanged for models that need none, and if every call is signed", async () => {
    upstream.answer(jsonAnswer(answer));
    expect(await sent({ contents }, path("gemini-2.5-test", false))).toEqual({ contents });
    const text = JSON.stringify({ contents: contents.slice(3, 6) }, undefined, 1);
    await running.call(key, text, { path: path("gemini-3-test", false) });
    expect(upstream.seen.at(-1)?.text).toBe(text);
  });
});
