import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { DatabaseLocation } from "../../src/storage/database.ts";
import {
  chatAnswer,
  chatFrames,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { postgresOrSkip } from "../support/postgres.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** Fields by which a caller gets a more expensive model, tier or extra than the price covers. */
const postgresUrl = await postgresOrSkip();
const databases: { name: string; location: DatabaseLocation | undefined; there: boolean }[] = [
  { name: "SQLite", location: undefined, there: true },
  {
    name: "PostgreSQL",
    location: postgresUrl === null ? undefined : { kind: "postgres", url: postgresUrl },
    there: postgresUrl !== null,
  },
];

const messages = [{ role: "user", content: "hi" }];
const claudeAnswer = (usage: object, more: object = {}) => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude-cheap",
  content: [{ type: "text", text: "Hello." }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 12, output_tokens: 5, ...usage },
  ...more,
});

for (const { name, location, there } of databases) {
  describe.skipIf(!there)(`paid fields on ${name}`, () => {
    let running: RunningApp;
    let upstream: FakeUpstream;
    let key: string;

    beforeAll(async () => {
      upstream = await startFakeUpstream();
      running = await startApp(location);
      for (const [model, multiplier] of [
        ["cheap", 1],
        ["expensive", 10],
        ["claude-cheap", 1],
        ["gemini-cheap", 1],
      ] as const)
        await running.aPrice({
          model,
          type: "tokens",
          channel_type: 1,
          input: multiplier,
          output: multiplier,
        });
      await running.aChannel({ base_url: upstream.url, type: 20, models: ["cheap"] });
      await running.aChannel({ base_url: upstream.url, type: 14, models: ["claude-cheap"] });
      await running.aChannel({ base_url: upstream.url, type: 25, models: ["gemini-cheap"] });
      const limit_model_setting = { enabled: true, models: ["cheap", "claude-cheap", "gemini-cheap"] };
      const limits_ip_setting = { enabled: false, whitelist: [] };
      const heartbeat = { enabled: false, timeout_seconds: 30 };
      const setting = { heartbeat, limits: { limit_model_setting, limits_ip_setting } };
      key = (await running.aToken({ setting })).key;
    });
    afterAll(async () => {
      await running?.stop();
      await upstream?.stop();
    });
    beforeEach(async () => {
      await running.books();
      await running.app.database.queries.deleteFrom("logs").execute();
      upstream.answer(jsonAnswer(chatAnswer({ model: "cheap" })));
    });
    let before = 0;
    beforeEach(async () => {
      before = (await running.books()).balance;
      upstream.seen.length = 0;
    });
    const charged = async (): Promise<number> => {
      const { balance, entries } = await running.books();
      expect(entries).toBe(balance);
      return before - balance;
    };
    const lastRow = async () => (await running.books()).logs.at(-1)?.metadata;

    it("rejects `models` with a model that the token may not call, and names it", async () => {
      const body = { model: "cheap", models: ["expensive"], route: "fallback", messages };
      const response = await running.call(key, body);
      expect(response.status).toBe(200);
      expect(response.headers.get("x-tollgate-dropped")).toContain("models, route");
      expect(upstream.seen[0]?.json).toEqual({ model: "cheap", messages });
      expect(await charged()).toBe(17);
    });

    it("matches a field in another spelling, duplicated, or with escapes", async () => {
      for (const text of [
        `{"model":"cheap","Models":["expensive"],"messages":[{"role":"user","content":"hi"}]}`,
        `{"model":"cheap","mod\\u0065ls":["expensive"],"messages":[{"role":"user","content":"hi"}]}`,
        `{"model":"cheap","service_tier":"priority","messages":[{"role":"user","content":"hi"}]}`,
        `{"model":"cheap","serviceTier":"priority","messages":[{"role":"user","content":"hi"}]}`,
        `{"plugins":[{"id":"web"}],"model":"cheap","messages":[{"role":"user","content":"hi"}]}`,
      ]) {
        upstream.seen.length = 0;
        expect((await running.call(key, text)).status, text).toBe(200);
        expect(Object.keys(upstream.seen[0]?.json ?? {}).sort(), text).toEqual(["messages", "model"]);
      }
      const twice = `{"model":"cheap","service_tier":"priority","service_tier":"default","messages":[{"role":"user","content":"hi"}]}`;
      const rejected = await running.call(key, twice);
      expect(rejected.status).toBe(400);
      expect(await rejected.text()).toContain("'service_tier' must not be given twice");
      // Beside a field that is removed.
      const other = `{"model":"cheap","n":1,"n":50,"service_tier":"priority","messages":[{"role":"user","content":"hi"}]}`;
      expect(await (await running.call(key, other)).text()).toContain("'n' must not be given twice");
    });

    it("rejects fields that choose another model, in the caller's format, before anything is reserved", async () => {
      const chat = await running.call(key, { model: "cheap", provider: { order: ["dear"] }, messages });
      expect(chat.status).toBe(400);
      expect(await chat.json()).toMatchObject({ error: { param: "provider" } });
      const path = "/v1/messages";
      const claude = await running.call(
        key,
        { model: "claude-cheap", max_tokens: 9, messages, inference_geo: "us" },
        { path },
      );
      expect(claude.status).toBe(400);
      expect(await claude.json()).toMatchObject({ type: "error", error: { type: "invalid_request_error" } });
      expect(upstream.seen).toHaveLength(0);
      expect(await charged()).toBe(0);
    });

    it("removes fast mode and its beta from Messages, and keeps the other betas", async () => {
      upstream.answer(jsonAnswer(claudeAnswer({})));
      const response = await running.call(
        key,
        {
          model: "claude-cheap",
          max_tokens: 9,
          speed: "fast",
          fallbacks: [{ model: "expensive" }],
          messages,
        },
        {
          path: "/v1/messages",
          headers: { "anthropic-beta": "fast-mode-2026-02-01, context-1m-2025-08-07,effort-2025-11-24" },
        },
      );
      expect(response.status).toBe(200);
      expect(upstream.seen[0]?.json).toEqual({ model: "claude-cheap", max_tokens: 9, messages });
      expect(upstream.seen[0]?.headers["anthropic-beta"]).toBe("effort-2025-11-24");
      expect(response.headers.get("x-tollgate-dropped")).toContain("speed");
    });

    it("applies to token counts, too", async () => {
      upstream.answer(jsonAnswer({ input_tokens: 3 }));
      const path = "/v1/messages/count_tokens";
      const body = { model: "claude-cheap", messages, speed: "fast" };
      expect((await running.call(key, body, { path })).status).toBe(200);
      expect(upstream.seen[0]?.json).toEqual({ model: "claude-cheap", messages });
      const counted = `/v1beta/models/gemini-cheap:countTokens`;
      const request = { contents: [{ parts: [{ text: "hi" }] }], cachedContent: "cachedContents/of-another" };
      const inner = await running.call(key, { generateContentRequest: request }, { path: counted });
      expect(inner.status).toBe(400);
    });

    it("applies to a translated call as well", async () => {
      const path = "/v1/messages";
      const body = { model: "cheap", max_tokens: 9, messages, service_tier: "priority", speed: "fast" };
      expect((await running.call(key, body, { path })).status).toBe(200);
      expect(upstream.seen[0]?.json).not.toHaveProperty("service_tier");
      expect(upstream.seen[0]?.json).not.toHaveProperty("speed");
    });

    it("charges a search that no usage reports as one, on top of the tokens", async () => {
      expect((await running.call(key, { model: "cheap", messages, web_search_options: {} })).status).toBe(
        200,
      );
      expect(await charged()).toBe(17 + 5000);
      expect(await lastRow()).toMatchObject({ usage: { web_search: 1 } });
    });

    it("charges the more expensive of the requested and the answering model, and flags the row", async () => {
      upstream.answer(jsonAnswer(chatAnswer({ model: "expensive" })));
      await (await running.call(key, { model: "cheap", messages })).text();
      expect(await charged()).toBe(170);
      expect(await lastRow()).toMatchObject({
        answered_model: "expensive",
        price_model: "expensive",
        price_raised: true,
        input_ratio: 10,
      });
    });

    it("reads the answering model from a stream, native and translated", async () => {
      const frames = chatFrames(["Hel", "lo"]).map((frame) => frame.replace("test-model", "expensive"));
      expect(frames.join("")).toContain("expensive");
      upstream.answer(streamAnswer(frames));
      await (await running.call(key, { model: "cheap", messages, stream: true })).text();
      expect(await charged()).toBe(170);
      const claude = { model: "cheap", max_tokens: 9, messages, stream: true };
      await (await running.call(key, claude, { path: "/v1/messages" })).text();
      expect(await charged()).toBe(340);
    });

    it("charges as requested for a dated name of the same model and for a model without a price", async () => {
      for (const model of ["cheap-2026-01-31", "vendor/cheap", "models/cheap"]) {
        upstream.answer(jsonAnswer(chatAnswer({ model })));
        await (await running.call(key, { model: "cheap", messages })).text();
        expect(await lastRow()).not.toHaveProperty("answered_model");
      }
      upstream.answer(jsonAnswer(chatAnswer({ model: "unheard-of" })));
      await (await running.call(key, { model: "cheap", messages })).text();
      expect(await lastRow()).toMatchObject({ answered_model: "unheard-of" });
      expect(await lastRow()).not.toHaveProperty("price_raised");
      expect(await charged()).toBe(4 * 17);
    });

    it("charges the tier in the response, in every field that contains one", async () => {
      upstream.answer(jsonAnswer(chatAnswer({ model: "cheap", service_tier: "priority" })));
      await (await running.call(key, { model: "cheap", messages })).text();
      expect(await charged()).toBe(34);
      expect(await lastRow()).toMatchObject({
        answered_tier: "priority",
        price_ratio: 2,
        price_raised: true,
      });
      upstream.answer(jsonAnswer(claudeAnswer({ speed: "fast", inference_geo: "us" })));
      const claude = { model: "claude-cheap", max_tokens: 9, messages };
      await (await running.call(key, claude, { path: "/v1/messages" })).text();
      expect(await charged()).toBe(34 + Math.ceil(17 * 2.2));
      upstream.answer(
        jsonAnswer({
          candidates: [{ content: { role: "model", parts: [{ text: "Hi" }] }, finishReason: "STOP" }],
          modelVersion: "gemini-cheap",
          usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 5, serviceTier: "priority" },
        }),
      );
      const path = "/v1beta/models/gemini-cheap:generateContent";
      await (await running.call(key, { contents: [{ parts: [{ text: "hi" }] }] }, { path })).text();
      expect(await charged()).toBe(34 + Math.ceil(17 * 2.2) + Math.ceil(17 * 1.8));
    });

    it("charges the speed in the usage of a translated stream, however it arrives; its text states none", async () => {
      const framesOf = (first: object, last: object): string[] =>
        [
          {
            type: "message_start",
            message: claudeAnswer({ output_tokens: 1, ...first }, { content: [], stop_reason: null }),
          },
          { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
          { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hello." } },
          {
            type: "content_block_delta",
            index: 0,
            delta: { type: "text_delta", text: "!" },
            usage: { speed: "s" },
          },
          { type: "content_block_stop", index: 0 },
          { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 5, ...last } },
          { type: "message_stop" },
        ].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
      const fast = { speed: "fast" };
      for (const frames of [framesOf(fast, {}), framesOf({}, fast)])
        for (const answer of [streamAnswer([frames.join("")]), streamAnswer(frames, { pace: 5 })]) {
          upstream.answer(answer);
          await (await running.call(key, { model: "claude-cheap", messages, stream: true })).text();
          expect(await lastRow()).toMatchObject({ answered_tier: "fast", price_raised: true });
        }
    });

    it("reserves the response's price for many concurrent calls: the ledger has no differences", async () => {
      upstream.answer(jsonAnswer(chatAnswer({ model: "expensive", service_tier: "priority" })));
      await Promise.all(
        Array.from({ length: 20 }, async () =>
          (await running.call(key, { model: "cheap", models: ["expensive"], messages })).text(),
        ),
      );
      expect(await charged()).toBe(20 * 340);
    });
  });
}

describe("a channel that allows paid fields", () => {
  let running: RunningApp;
  let upstream: FakeUpstream;
  let key: string;

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    running = await startApp();
    await running.aPrice({ model: "cheap", type: "tokens", channel_type: 1, input: 1, output: 1 });
    await running.aChannel({
      base_url: upstream.url,
      models: ["cheap"],
      plugin: {
        paid_fields: { "service_tier=priority": "3", "service_tier=flex": "0.5", "service_tier=fast": "x" },
      },
    });
    key = (await running.aToken()).key;
  });
  afterAll(async () => {
    await running?.stop();
    await upstream?.stop();
  });

  /** Cost of a call with 17 tokens at multiplier 1. */
  async function costOf(requested: string, served: string | undefined): Promise<number> {
    upstream.seen.length = 0;
    upstream.answer(jsonAnswer(chatAnswer({ model: "cheap", ...(served && { service_tier: served }) })));
    const before = (await running.books()).balance;
    await (await running.call(key, { model: "cheap", service_tier: requested, messages })).text();
    return before - (await running.books()).balance;
  }

  it("sends them on and charges its ratio, or the standard price if the vendor served that", async () => {
    expect(await costOf("priority", undefined)).toBe(51);
    expect(upstream.seen[0]?.json).toHaveProperty("service_tier", "priority");
    expect(await costOf("priority", "priority")).toBe(51);
    expect(await costOf("priority", "default")).toBe(17);
    expect(await costOf("flex", "flex")).toBe(9);
  });

  it("removes those that it does not list, or lists with an invalid ratio", async () => {
    expect(await costOf("fast", undefined)).toBe(17);
    expect(upstream.seen[0]?.json).not.toHaveProperty("service_tier");
    expect(await costOf("scale", undefined)).toBe(17);
    expect(upstream.seen[0]?.json).not.toHaveProperty("service_tier");
  });

  it("reserves with the ratio before the call", async () => {
    const send = async (balance: number): Promise<number> => {
      await running.setBalance(balance);
      upstream.answer(jsonAnswer(chatAnswer({ model: "cheap" })));
      const body = { model: "cheap", service_tier: "priority", max_tokens: 100, messages };
      const response = await running.call(key, body);
      await response.text();
      await running.books();
      return response.status;
    };
    expect(await send(300)).toBe(402);
    expect(await send(600)).toBe(200);
  });

  it("lists the option in the form of every provider with paid fields", async () => {
    const types = await running.api<{ id: string; fields: { name: string }[] }[]>(
      "GET",
      "/api/channel/types",
    );
    const names = (id: string) => types.find((type) => type.id === id)?.fields.map((field) => field.name);
    expect(names("openai")).toContain("plugin.paid_fields");
    expect(names("sandbox")).not.toContain("plugin.paid_fields");
  });

  it("removes a field from a body with a large image, and sends the image whole", async () => {
    await running.setBalance(1_000_000);
    upstream.seen.length = 0;
    upstream.answer(jsonAnswer(chatAnswer({ model: "cheap" })));
    const url = `data:image/png;base64,${"QUJD".repeat(50_000)}`;
    const content = [{ type: "image_url", image_url: { url } }];
    const sent = { model: "cheap", messages: [{ role: "user", content }] };
    const response = await running.call(key, { speed: "fast", ...sent, service_tier: "scale" });
    expect(response.status).toBe(200);
    expect(response.headers.get("x-tollgate-dropped")).toBe("speed, service_tier");
    expect(upstream.seen[0]?.json).toEqual(sent);
  });

  it("rewrites a body whose tool may be in a duplicate field", async () => {
    await running.aPrice({ model: "claude", type: "tokens", channel_type: 14, input: 1, output: 1 });
    await running.aChannel({ base_url: upstream.url, type: 14, models: ["claude"] });
    upstream.seen.length = 0;
    upstream.answer(jsonAnswer(claudeAnswer({})));
    const tool = '{"type":"advisor_20260301","type":"custom","name":"f","input_schema":{"type":"object"}}';
    const body = `{"model":"claude","max_tokens":9,"messages":[{"role":"user","content":"hi"}],"tools":[${tool}]}`;
    expect((await running.call(key, body, { path: "/v1/messages" })).status).toBe(200);
    expect(upstream.seen[0]?.text).not.toContain("advisor");
    const plain = body.replace('"type":"custom",', "");
    expect((await running.call(key, plain, { path: "/v1/messages" })).status).toBe(400);
  });

  it("rejects a paid field in a form", async () => {
    await running.aPrice({ model: "whisper", type: "tokens", channel_type: 1, input: 1, output: 1 });
    await running.aChannel({ base_url: upstream.url, models: ["whisper"] });
    const form = new FormData();
    form.set("model", "whisper");
    form.set("service_tier", "priority");
    form.set("file", new Blob(["sound"]), "a.wav");
    const authorization = `Bearer ${key}`;
    const response = await fetch(`${running.url}/v1/audio/transcriptions`, {
      method: "POST",
      headers: { authorization },
      body: form,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param: "service_tier" } });
  });

  it("keeps the operator's own parameters", async () => {
    await running.aPrice({ model: "theirs", type: "tokens", channel_type: 1, input: 1, output: 1 });
    await running.aChannel({
      base_url: upstream.url,
      models: ["theirs"],
      custom_parameter: JSON.stringify({ service_tier: "flex" }),
    });
    upstream.seen.length = 0;
    upstream.answer(jsonAnswer(chatAnswer({ model: "theirs" })));
    await running.setBalance(10_000);
    await (await running.call(key, { model: "theirs", service_tier: "priority", messages })).text();
    expect(upstream.seen[0]?.json).toMatchObject({ service_tier: "flex" });
  });
});
