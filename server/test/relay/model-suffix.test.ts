import { tokenSetting } from "@tollgate/contract/tokens";
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

const claudeAnswer = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude",
  content: [{ type: "text", text: "Hi" }],
  stop_reason: "end_turn",
  usage: { input_tokens: 5, output_tokens: 2 },
};
const geminiAnswer = {
  candidates: [{ content: { role: "model", parts: [{ text: "Hi" }] }, finishReason: "STOP" }],
  usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 2 },
};

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  const price = { type: "tokens", channel_type: 1, input: 1, output: 1 } as const;
  await running.aPrice({ model: "suffix-forwarded", ...price });
  const address = { base_url: upstream.url };
  await running.aChannel({
    ...address,
    models: ["suffix-gpt"],
    model_mapping: '{"suffix-gpt":"suffix-forwarded"}',
  });
  await running.aChannel({ ...address, type: 14, models: ["claude-sonnet-4-5"] });
  await running.aChannel({ ...address, type: 25, models: ["gemini-2.5-pro"] });
  const allowed = { enabled: true, models: ["suffix-gpt", "claude-sonnet-4-5", "gemini-2.5-pro"] };
  const setting = tokenSetting.parse({ limits: { limit_model_setting: allowed } });
  key = (await running.aToken({ setting })).key;
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

const messages = [{ role: "user", content: "Hi" }];
const sent = () => upstream.seen[0]?.json ?? {};

describe("model suffix options", () => {
  it("are not part of the name for routing, forwarding and billing", async () => {
    const body = `{"model":"suffix-gpt#low","messages":${JSON.stringify(messages)},"seed":12345678901234567890}`;
    const response = await running.call(key, body);
    expect(response.status).toBe(200);
    expect(upstream.seen[0]?.text).toContain('"seed":12345678901234567890');
    expect(sent()).toMatchObject({ model: "suffix-forwarded", reasoning_effort: "low", messages });
    const { logs } = await running.books();
    expect(logs[0]).toMatchObject({ model_name: "suffix-gpt" });
  });

  it("are set in the fields of Responses", async () => {
    const output = [{ type: "message", role: "assistant", content: [{ type: "output_text", text: "Hi" }] }];
    upstream.answer(jsonAnswer({ id: "resp_1", object: "response", status: "completed", output }));
    const send = (model: string, more: object = {}) =>
      running.call(key, { model, input: "Hi", ...more }, { path: "/v1/responses" });
    await send("suffix-gpt#high", { reasoning: { summary: "auto" } });
    expect(sent()).toMatchObject({
      model: "suffix-forwarded",
      reasoning: { summary: "auto", effort: "high" },
    });
    await send("suffix-gpt#search", { tools: [{ type: "function", name: "f" }] });
    expect(upstream.seen[1]?.json).toMatchObject({ tools: [{ name: "f" }, { type: "web_search" }] });
  });

  it("are overridden by the call itself", async () => {
    await running.call(key, { model: "suffix-gpt#low", messages, reasoning_effort: "high" });
    expect(sent()).toMatchObject({ reasoning_effort: "high" });
  });

  it("are translated for a vendor with other fields, also from its own callers", async () => {
    upstream.answer(jsonAnswer(claudeAnswer));
    const model = "claude-sonnet-4-5#thinking";
    for (const path of ["/v1/chat/completions", "/v1/messages"]) {
      upstream.answer(jsonAnswer(claudeAnswer));
      const response = await running.call(key, { model, max_tokens: 4000, messages }, { path });
      expect(response.status).toBe(200);
      expect(sent()).toMatchObject({
        model: "claude-sonnet-4-5",
        thinking: { type: "enabled", budget_tokens: 3200 },
      });
    }
    upstream.answer(jsonAnswer(claudeAnswer));
    await running.call(
      key,
      { model: "claude-sonnet-4-5#search", max_tokens: 9, messages },
      { path: "/v1/messages" },
    );
    expect(sent()).toMatchObject({ tools: [{ name: "web_search" }] });
  });

  it("may be part of a path", async () => {
    upstream.answer(jsonAnswer(geminiAnswer));
    const contents = [{ role: "user", parts: [{ text: "Hi" }] }];
    const path = "/v1beta/models/gemini-2.5-pro%23search:generateContent";
    expect((await running.call(key, { contents }, { path })).status).toBe(200);
    expect(upstream.seen[0]?.path).toBe("/v1beta/models/gemini-2.5-pro:generateContent");
    expect(sent()).toMatchObject({ tools: [{ googleSearch: {} }] });
  });

  it("are reported as dropped if the upstream does not support them", async () => {
    const response = await running.call(key, { model: "suffix-gpt#search", messages });
    expect(response.status).toBe(200);
    expect(response.headers.get("x-tollgate-dropped")).toContain("tools.web_search");
  });

  it("do not lead to another model, and unknown ones are rejected", async () => {
    for (const model of ["gpt-secret#low", "suffix-gpt#anything"])
      expect((await running.call(key, { model, messages })).status).toBe(404);
    expect(upstream.seen).toEqual([]);
  });
});
