import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  chatAnswer,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** Names with a special meaning on their way through the relay: prototypes, patterns, line breaks. */
let running: RunningApp;
let upstream: FakeUpstream;
let key: string;
const prototypes = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "__defineGetter__"];

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.aChannel({ base_url: upstream.url, models: ["test-model", "(a+)+$*", "line*"] });
  for (const model of ["test-model", "(a+)+$*", "line*"])
    await running.aPrice({ model, type: "tokens", channel_type: 1, input: 1, output: 1 });
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});
beforeEach(() => upstream.answer(jsonAnswer(chatAnswer())));

const chat = (model: string, more: object = {}) => ({
  model,
  messages: [{ role: "user", content: "Say hello" }],
  ...more,
});
const google = { contents: [{ role: "user", parts: [{ text: "hi" }] }] };

describe("a model named like an object property", () => {
  it.each(prototypes)("%s is an unknown model in every format", async (model) => {
    const requested: [string, object][] = [
      ["/v1/chat/completions", chat(model)],
      ["/v1/completions", { model, prompt: "hi" }],
      ["/v1/responses", { model, input: "hi" }],
      ["/v1/messages", { ...chat(model), max_tokens: 5 }],
      ["/v1/embeddings", { model, input: "hi" }],
      ["/v1/images/generations", { model, prompt: "hi" }],
      ["/v1/audio/speech", { model, input: "hi", voice: model }],
      ["/v1/rerank", { model, query: "a", documents: ["b"] }],
      ["/v1/moderations", { model, input: "hi" }],
      [`/v1beta/models/${model}:generateContent`, google],
    ];
    for (const [path, body] of requested) {
      const response = await running.call(key, body, { path });
      expect([path, response.status >= 400 && response.status < 500]).toEqual([path, true]);
      await response.text();
    }
    expect(upstream.seen).toEqual([]);
  });

  it.each(prototypes)(
    "%s, served by a channel, has its price and goes upstream by its name",
    async (name) => {
      const model = `${name}`;
      const { id } = await running.aChannel({ base_url: upstream.url, models: [model] });
      await running.aPrice({ model, type: "tokens", channel_type: 1, input: 1, output: 1 });
      const response = await running.call(key, chat(model));
      expect([response.status, JSON.parse(upstream.seen[0]?.text ?? "{}")]).toMatchObject([200, { model }]);
      expect((await running.books()).logs.at(-1)).toMatchObject({ model_name: model });
      expect(await running.api("GET", `/api/channel/test/${id}?model=${model}`)).toMatchObject({
        success: true,
        model,
      });
      await running.api("DELETE", `/api/channel/${id}`);
    },
  );
});

describe("a body with prototype names", () => {
  it("is served without them, or rejected, and changes no object", async () => {
    const raw = JSON.stringify(chat("test-model")).slice(0, -1);
    for (const more of [
      '"__proto__":{"stream":true,"polluted":1}',
      '"metadata":{"__proto__":{"polluted":1}}',
      '"constructor":{"prototype":{"polluted":1}}',
      '"logit_bias":{"__proto__":5}',
      '"response_format":{"type":"constructor"}',
      '"tool_choice":{"type":"__proto__"}',
      '"tools":[{"type":"function","function":{"name":"constructor","parameters":{"type":"object","properties":{"__proto__":{"type":"string"}}}}}]',
    ]) {
      const response = await running.call(key, `${raw},${more}}`);
      expect([more, response.status < 500]).toEqual([more, true]);
      await response.text();
    }
    expect("polluted" in {}).toBe(false);
  });

  it("in a channel's own options changes only its own field", async () => {
    const { id } = await running.aChannel({
      base_url: upstream.url,
      models: ["own"],
      model_mapping: '{"__proto__":"x","constructor":"y"}',
      model_headers: '{"__proto__":"header-value","constructor":"other-value"}',
      custom_parameter: '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    });
    await running.aPrice({ model: "own", type: "tokens", channel_type: 1, input: 1, output: 1 });
    const response = await running.call(key, chat("own"));
    expect(response.status).toBe(200);
    expect("polluted" in {}).toBe(false);
    await running.api("DELETE", `/api/channel/${id}`);
  });
});

describe("a wildcard", () => {
  it("is a prefix and not an expression, so that no name is slow to compare", async () => {
    expect((await running.call(key, chat("(a+)+$x"))).status).toBe(200);
    for (const model of [`${"a".repeat(100)}!`, "aaa", `(a+)+${"a".repeat(90)}`])
      expect([model, (await running.call(key, chat(model))).status]).toEqual([model, 404]);
  });
});

describe("a line break in a model's name", () => {
  it("adds no header upstream or in the response, and no line in the log", async () => {
    const model = "line\r\nx-forged: 1\r\n\r\nGET /";
    const response = await running.call(key, chat(model));
    expect(response.headers.get("x-forged")).toBeNull();
    for (const { headers, path } of upstream.seen) {
      expect(headers["x-forged"]).toBeUndefined();
      expect(path).not.toMatch(/[\r\n]/);
    }
    const { logs } = await running.books();
    // oxlint-disable-next-line no-control-regex -- control characters are what must be gone
    for (const log of logs) expect(`${log.content}`).not.toMatch(/[\u0000-\u001f]/);
  });
});
