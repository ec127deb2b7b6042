import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  chatAnswer,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

let running: RunningApp;
let upstream: FakeUpstream;
let key: string;

const anthropicAnswer = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude",
  content: [{ type: "text", text: "Hi" }],
  stop_reason: "end_turn",
  usage: { input_tokens: 5, output_tokens: 2 },
};

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  for (const model of ["pre-*", "gpt-image-*"])
    await running.aPrice({ model, type: "tokens", channel_type: 1, input: 1, output: 1 });
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});
beforeEach(() => upstream.answer(jsonAnswer(chatAnswer())));

const messages = [{ role: "user", content: "Hi" }];
const sent = (index = 0) => upstream.seen[index]?.json;

function aChannel(model: string, custom: object, more: object = {}) {
  return running.aChannel({
    base_url: upstream.url,
    models: [model],
    custom_parameter: JSON.stringify(custom),
    ...more,
  });
}

describe("parameters that a channel adds before the request is read", () => {
  it("use the caller's format, and so reach an upstream of another format in its own", async () => {
    await aChannel("pre-claude", { pre_add: true, max_tokens: 777, stop: ["END"] }, { type: 14 });
    upstream.answer(jsonAnswer(anthropicAnswer));
    expect((await running.call(key, { model: "pre-claude", messages })).status).toBe(200);
    expect(sent()).toMatchObject({ model: "pre-claude", max_tokens: 777, stop_sequences: ["END"] });
    expect(Object.keys(sent() ?? {})).not.toContain("stop");
    expect(Object.keys(sent() ?? {})).not.toContain("pre_add");
  });

  it("count for the reservation", async () => {
    await aChannel("pre-dear", { pre_add: true, overwrite: true, max_tokens: 5000 });
    const before = await running.books();
    await running.setBalance(1000);
    const short = await running.call(key, { model: "pre-dear", messages, max_tokens: 5 });
    expect(short.status).toBe(402);
    expect(upstream.seen).toEqual([]);
    await running.setBalance(before.balance);
    expect((await running.call(key, { model: "pre-dear", messages, max_tokens: 5 })).status).toBe(200);
    expect(sent()).toEqual({ model: "pre-dear", messages, max_tokens: 5000 });
  });

  it("keep the caller's values, digit for digit, and remove the channel's forbidden fields", async () => {
    await aChannel("pre-plain", { pre_add: true, temperature: 0, top_p: 1, remove_params: ["user"] });
    const body = `{"model":"pre-plain","messages":${JSON.stringify(messages)},"seed":12345678901234567890,"temperature":0.5,"user":"u"}`;
    await running.call(key, body);
    expect(upstream.seen[0]?.text).toContain('"seed":12345678901234567890');
    expect(sent()).toMatchObject({ temperature: 0.5, top_p: 1 });
    expect(sent()).not.toHaveProperty("user");
  });

  it("are removed when another channel takes over", async () => {
    await aChannel("pre-two", { pre_add: true, temperature: 0.25 }, { priority: 10, name: "first" });
    await aChannel("pre-two", {}, { name: "second" });
    upstream.answer(jsonAnswer({ error: { message: "Broke" } }, 500), jsonAnswer(chatAnswer()));
    expect((await running.call(key, { model: "pre-two", messages })).status).toBe(200);
    expect([sent(0), sent(1)]).toEqual([
      { model: "pre-two", messages, temperature: 0.25 },
      { model: "pre-two", messages },
    ]);
  });

  it("are rejected by name if invalid", async () => {
    await aChannel("pre-wrong", { pre_add: true, max_tokens: "many" });
    const response = await running.call(key, { model: "pre-wrong", messages });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("max_tokens");
    expect(upstream.seen).toEqual([]);
  });

  it("are added to the upstream request for callers of another format", async () => {
    await aChannel("pre-messages", { pre_add: true, top_k: 3 }, { type: 14 });
    upstream.answer(jsonAnswer(anthropicAnswer));
    await running.call(key, { model: "pre-messages", max_tokens: 5, messages }, { path: "/v1/messages" });
    expect(sent()).toMatchObject({ top_k: 3 });
  });
});

describe("parameters that a channel adds to a form", () => {
  it("are added to the caller's fields for an upstream of the same format", async () => {
    await aChannel("gpt-image-form", { quality: "high", n: 3 });
    upstream.answer(jsonAnswer({ created: 1, data: [{ b64_json: "aGk=" }] }));
    const form = new FormData();
    form.set("model", "gpt-image-form");
    form.set("prompt", "A cat");
    form.set("n", "1");
    form.set("image", new File(["png"], "a.png", { type: "image/png" }));
    const response = await fetch(`${running.url}/v1/images/edits`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
      body: form,
    });
    expect(response.status).toBe(200);
    const fields = upstream.seen[0]?.text.match(/(?<=; )name="[^"]*"/g);
    expect(fields).toEqual(["quality", "model", "prompt", "n", "image"].map((name) => `name="${name}"`));
  });
});
