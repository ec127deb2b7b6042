import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  chatAnswer,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/**
 * Requests that are cheap to send and expensive to parse: rejected before parsing, free of charge, in the caller's own
 * format.
 */
let running: RunningApp;
let upstream: FakeUpstream;
let key: string;
let otherKey: string;
let balance: number;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.aPrice({ model: "test-*", type: "tokens", channel_type: 1, input: 1, output: 1 });
  const way = { base_url: upstream.url, key: "test-secret-key" };
  await running.aChannel({ ...way, models: ["test-model", "test-embedding", "test-image", "test-speech"] });
  await running.aChannel({ ...way, type: 14, models: ["test-claude"] });
  await running.aChannel({ ...way, type: 25, models: ["test-gemini"] });
  key = (await running.aToken()).key;
  otherKey = (await running.aToken()).key;
  ({ balance } = await running.books());
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});
beforeEach(() => {
  upstream.answer(jsonAnswer(chatAnswer()));
});

const list = (entry: string, length: number): string => `[${Array(length).fill(entry).join(",")}]`;
const objects = list("{}", 1_000_000);
const user = '[{"role":"user","content":"hi"}]';

type Send = { path?: string; headers?: Record<string, string> };

function post(
  body: string | Uint8Array<ArrayBuffer>,
  { path = "/v1/chat/completions", headers = {} }: Send = {},
): Promise<Response> {
  const own = { "content-type": "application/json", authorization: `Bearer ${key}`, ...headers };
  return fetch(running.url + path, { method: "POST", body, headers: own });
}

/** Rejected with this message, nothing sent or charged, and the next caller is served. */
async function rejectionOf(response: Response, sentence: string, status = 413): Promise<unknown> {
  const text = await response.text();
  expect({ status: response.status, text }).toMatchObject({
    status,
    text: expect.stringContaining(sentence) as string,
  });
  const id = response.headers.get("x-request-id") ?? "";
  expect(id).not.toBe("");
  expect(upstream.seen).toHaveLength(0);
  expect((await running.books()).balance).toBe(balance);
  const next = await running.call(otherKey, { model: "test-model", messages: JSON.parse(user) as object });
  expect(next.status).toBe(200);
  ({ balance } = await running.books());
  expect(text).toContain(id);
  return JSON.parse(text);
}

const openai = { error: { code: "request_too_large", type: "invalid_request_error" } };
const anthropic = { type: "error", error: { type: "request_too_large" } };
const google = { error: { code: 413 } };
const gemini = "/v1beta/models/test-gemini:";
const tooMany = "too many JSON values";

describe("a body of a million small values", () => {
  it.each([
    ["/v1/chat/completions", `{"model":"test-model","messages":${objects}}`, openai],
    ["/v1/completions", `{"model":"test-model","prompt":${objects}}`, openai],
    ["/v1/responses", `{"model":"test-model","input":${objects}}`, openai],
    ["/v1/responses/compact", `{"model":"test-model","input":${objects}}`, openai],
    ["/v1/messages", `{"model":"test-claude","max_tokens":9,"messages":${objects}}`, anthropic],
    ["/v1/messages/count_tokens", `{"model":"test-claude","messages":${objects}}`, anthropic],
    [`${gemini}generateContent`, `{"contents":${objects}}`, google],
    [`${gemini}streamGenerateContent`, `{"contents":${objects}}`, google],
    [`${gemini}countTokens`, `{"contents":${objects}}`, google],
    [`${gemini}embedContent`, `{"content":${objects}}`, google],
    ["/v1/embeddings", `{"model":"test-embedding","input":${objects}}`, openai],
    ["/v1/moderations", `{"model":"test-model","input":${objects}}`, openai],
    ["/v1/images/generations", `{"model":"test-image","prompt":"x","extra":${objects}}`, openai],
    ["/v1/audio/speech", `{"model":"test-speech","input":"x","voice":"alloy","extra":${objects}}`, openai],
    ["/v1/rerank", `{"model":"test-model","query":"x","documents":${objects}}`, {}],
  ])("is rejected in the caller's format: %s", async (path, body, shape) => {
    expect(await rejectionOf(await post(body, { path }), tooMany)).toMatchObject(shape);
  });

  const keys = (name: (index: number) => string): string =>
    `{${Array.from({ length: 120_000 }, (_, index) => `"${name(index)}":0`).join(",")}}`;
  const alone = Array.from({ length: 90_000 }, (_, index) => `{"k${index.toString(36)}":0}`);
  it.each([
    ["empty lists", list("[]", 1_200_000)],
    ["empty strings", list('""', 1_200_000)],
    ["numbers", list("7", 2_000_000)],
    ["lists in lists", list("[".repeat(100) + "]".repeat(100), 12_000)],
    ["keys in one object", keys((index) => index.toString(36))],
    ["escaped keys in one object", keys((index) => `\\u0061${index}`)],
    ["objects with a key of their own", `[${alone.join(",")}]`],
  ])("is rejected for any values: %s", async (_, values) => {
    expect(
      await rejectionOf(await post(`{"model":"test-model","messages":${user},"x":${values}}`), tooMany),
    ).toMatchObject(openai);
  });

  it("is rejected next to an image that is cut before parsing", async () => {
    const picture = `{"type":"image_url","image_url":{"url":"data:image/png;base64,${"QUJD".repeat(100_000)}"}}`;
    const messages = `[{"role":"user","content":[${picture}]}]`;
    expect(
      await rejectionOf(await post(`{"model":"test-model","messages":${messages},"x":${objects}}`), tooMany),
    ).toMatchObject(openai);
  });

  it.each([
    ["br", brotliCompressSync],
    ["gzip", gzipSync],
  ])("is rejected although it has few bytes: %s", async (encoding, pack) => {
    const packed = pack(Buffer.from(`{"model":"test-model","messages":${objects}}`));
    expect(
      await rejectionOf(await post(packed, { headers: { "content-encoding": encoding } }), tooMany),
    ).toMatchObject(openai);
  });
});

describe("compressed bodies", () => {
  it.each([
    ["br", brotliCompressSync(Buffer.alloc(30 * 1024 * 1024, " "))],
    ["gzip", gzipSync(Buffer.alloc(30 * 1024 * 1024, "{},"))],
  ])("are rejected if they expand more than JSON: %s", async (encoding, packed) => {
    const response = await post(packed, { headers: { "content-encoding": encoding } });
    expect(
      await rejectionOf(response, `The body expands too much when its ${encoding} encoding is removed.`),
    ).toMatchObject(openai);
  });

  it("are served if they expand like JSON", async () => {
    const content = Array.from({ length: 150_000 }, (_, line) => `${line} GET /health 200 3ms`).join("\n");
    const packed = gzipSync(JSON.stringify({ model: "test-model", messages: [{ role: "user", content }] }));
    const response = await post(packed, { headers: { "content-encoding": "gzip" } });
    expect(response.status).toBe(200);
    expect(upstream.seen[0]?.json["messages"]).toEqual([{ role: "user", content }]);
    ({ balance } = await running.books());
  });
});

describe("JSON inside strings", () => {
  const inner = JSON.stringify(list("{}", 60_000));
  const calls = Array.from(
    { length: 12 },
    (_, index) => `{"id":"c${index}","type":"function","function":{"name":"f","arguments":${inner}}}`,
  );
  const chat = (model: string): string =>
    `{"model":"${model}","messages":[{"role":"user","content":"hi"},{"role":"assistant","tool_calls":[${calls.join(",")}]}]}`;

  it.each(["test-claude", "test-gemini"])(
    "is limited across all tool calls if it is parsed: %s",
    async (model) => {
      expect(
        await rejectionOf(
          await post(chat(model)),
          "The JSON in tool calls and tool results holds too many JSON values",
        ),
      ).toMatchObject(openai);
    },
  );

  it("is limited across all tool results if it is parsed", async () => {
    const result = JSON.stringify(`{"x":${list("{}", 60_000)}}`);
    const results = Array.from(
      { length: 12 },
      (_, index) => `{"role":"tool","tool_call_id":"c${index}","content":${result}}`,
    );
    const requested = Array.from(
      { length: 12 },
      (_, index) => `{"id":"c${index}","type":"function","function":{"name":"f","arguments":"{}"}}`,
    );
    const messages = `[{"role":"user","content":"hi"},{"role":"assistant","tool_calls":[${requested.join(",")}]},${results.join(",")}]`;
    expect(
      await rejectionOf(
        await post(`{"model":"test-gemini","messages":${messages}}`),
        "The JSON in tool calls",
      ),
    ).toMatchObject(openai);
  });

  it("is passed on as text if it is not parsed", async () => {
    const response = await post(chat("test-model"));
    expect(response.status).toBe(200);
    expect(upstream.seen[0]?.text).toContain(inner);
    ({ balance } = await running.books());
  });
});

describe("a body that is rewritten", () => {
  it("is rejected if keeping the digits of its numbers would take too long", async () => {
    const body = `{"model":"test-model#low","messages":${user},"x":${list("7", 1_000_000)}}`;
    expect(await rejectionOf(await post(body), "too many JSON values for this model")).toMatchObject(openai);
  });

  it("is served with as many token ids as one call may have", async () => {
    const ids = list("100257", 300_000);
    const body = `{"model":"test-embedding","input":${ids},"us\\u0065r":"u"}`;
    const vectors = {
      object: "list",
      data: [{ object: "embedding", index: 0, embedding: [0.5] }],
      model: "m",
    };
    upstream.answer(jsonAnswer(vectors));
    await post(body, { path: "/v1/embeddings" });
    expect(upstream.seen[0]?.text).toContain(ids);
    ({ balance } = await running.books());
  });
});

describe("a form", () => {
  it("is rejected if a text field is larger than any prompt", async () => {
    const form = new FormData();
    form.set("model", "test-image");
    form.set("image", new File([new Uint8Array(100)], "a.png", { type: "image/png" }));
    form.set("prompt", "x".repeat(1_100_000));
    const response = await fetch(`${running.url}/v1/images/edits`, {
      method: "POST",
      body: form,
      headers: { authorization: `Bearer ${key}` },
    });
    expect(await rejectionOf(response, "The field 'prompt' is longer than 1 MB.")).toMatchObject(openai);
  });
});
