import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type FakeUpstream, jsonAnswer, startFakeUpstream } from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** Prompts that the upstream counts, and the headers that it receives. */
let running: RunningApp;
let upstream: FakeUpstream;
let key: string;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.aPrice({ model: "claude-test", type: "tokens", channel_type: 14, input: 1, output: 1 });
  await running.aChannel({ name: "claude", type: 14, base_url: upstream.url, models: ["claude-test"] });
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});

const count = (content: unknown, headers: Record<string, string> = {}) =>
  running.call(
    key,
    { model: "claude-test", messages: [{ role: "user", content: "Hi" }, ...(content ? [content] : [])] },
    { path: "/v1/messages/count_tokens", headers },
  );

describe("counting a prompt", () => {
  it("passes the caller's betas to the upstream", async () => {
    upstream.answer(jsonAnswer({ input_tokens: 42 }));
    const response = await count(undefined, { "anthropic-beta": "context-management-2025-06-27" });
    expect(await response.json()).toEqual({ input_tokens: 42 });
    expect(upstream.seen[0]?.headers["anthropic-beta"]).toContain("context-management-2025-06-27");
  });

  it("is aborted at the upstream when its caller disconnects", async () => {
    let upstreamClosed = false;
    upstream.answer((response) => response.once("close", () => (upstreamClosed = true)));
    const caller = new AbortController();
    const body = { model: "claude-test", messages: [{ role: "user", content: "Hi" }] };
    const path = "/v1/messages/count_tokens";
    const counting = running.call(key, body, { path, signal: caller.signal }).catch(() => undefined);
    await vi.waitUntil(() => upstream.seen.length > 0);
    caller.abort();
    await counting;
    await vi.waitUntil(() => upstreamClosed);
    await vi.waitFor(() => expect(running.app.openExchanges).toBe(0));
  });

  it("has a request id that Anthropic's SDKs read", async () => {
    upstream.answer(jsonAnswer({ input_tokens: 42 }));
    const { headers } = await count(undefined);
    expect(headers.get("request-id")).toBe(headers.get("x-request-id"));
  });

  it("is done by the gateway if the prompt contains another vendor's reasoning", async () => {
    upstream.answer(jsonAnswer({ input_tokens: 42 }));
    const thought = { type: "thinking", thinking: "Hm.", signature: "tollgate.gemini-generate.c2ln" };
    const response = await count({ role: "assistant", content: [thought, { type: "text", text: "Yes?" }] });
    const { input_tokens } = (await response.json()) as { input_tokens: number };
    expect(input_tokens).toBeGreaterThan(0);
    expect(upstream.seen).toEqual([]);
  });
});

describe("OpenAI's SDK", () => {
  const sdk = (apiKey = key) => new OpenAI({ apiKey, baseURL: `${running.url}/v1`, maxRetries: 0 });
  const long = "A sentence of some length. ".repeat(50);

  beforeAll(async () => {
    // A channel each, because missing endpoints are learned.
    for (const name of ["gpt-test", "gpt-kept", "plain-test"]) {
      await running.aPrice({ model: name, type: "tokens", channel_type: 1, input: 1, output: 1 });
      await running.aChannel({ name, base_url: upstream.url, models: [name] });
    }
    await running.aChannel({ name: "sandbox", type: 1000, key: "none", models: ["sandbox-small"] });
  });

  it("counts at an upstream that counts, which receives the request unchanged", async () => {
    upstream.answer(jsonAnswer({ object: "response.input_tokens", input_tokens: 42 }));
    const counted = await sdk().responses.inputTokens.count({
      model: "gpt-test",
      input: "Hi",
      instructions: "Be.",
    });
    expect(counted).toEqual({ object: "response.input_tokens", input_tokens: 42 });
    expect(upstream.seen.at(-1)?.path).toBe("/v1/responses/input_tokens");
    expect(upstream.seen.at(-1)?.json).toEqual({ model: "gpt-test", input: "Hi", instructions: "Be." });
    expect(upstream.seen.at(-1)?.headers.authorization).toBe("Bearer upstream-key");
  });

  it("gets an estimate if the server behind an OpenAI channel has no such call, or the channel is translated", async () => {
    for (const model of ["plain-test", "claude-test", "sandbox-small"]) {
      upstream.answer(jsonAnswer({ error: { message: "Not found" } }, 404));
      const short = await sdk().responses.inputTokens.count({ model, input: "Hi" });
      upstream.answer(jsonAnswer({ error: { message: "Not found" } }, 404));
      const input = [{ role: "user" as const, content: [{ type: "input_text" as const, text: long }] }];
      const counted = await sdk().responses.inputTokens.count({ model, input });
      expect([model, counted.object]).toEqual([model, "response.input_tokens"]);
      expect(short.input_tokens).toBeLessThan(20);
      expect(counted.input_tokens).toBeGreaterThan(200);
    }
  });

  it("pays nothing, and needs a model that it may use", async () => {
    const before = await running.books();
    await sdk().responses.inputTokens.count({ model: "sandbox-small", input: long });
    const after = await running.books();
    expect([after.balance, after.logs.length]).toEqual([before.balance, before.logs.length]);
    await expect(sdk().responses.inputTokens.count({ input: "Hi" })).rejects.toMatchObject({
      status: 400,
      param: "model",
    });
    await expect(sdk().responses.inputTokens.count({ model: "none", input: "Hi" })).rejects.toMatchObject({
      status: 404,
      code: "model_not_found",
    });
    await expect(sdk("sk-made-up").responses.inputTokens.count({ model: "gpt-test" })).rejects.toMatchObject({
      status: 401,
    });
  });

  it("cannot count another user's conversation", async () => {
    upstream.answer(jsonAnswer({ object: "response.input_tokens", input_tokens: 42 }));
    for (const state of [
      { previous_response_id: "resp_of_another" },
      { conversation: "conv_of_another" },
      { input: [{ type: "item_reference" as const, id: "msg_of_another" }] },
    ]) {
      const counting = sdk().responses.inputTokens.count({ model: "gpt-test", input: "Hi", ...state });
      await expect(counting).rejects.toMatchObject({
        status: expect.toSatisfy((status) => status === 400 || status === 404),
      });
    }
    expect(upstream.seen).toEqual([]);
  });

  it("counts its own conversation at its origin", async () => {
    const answer = {
      id: "resp_own",
      object: "response",
      status: "completed",
      model: "gpt-kept",
      output: [
        { id: "msg_1", type: "message", role: "assistant", content: [{ type: "output_text", text: "Hi" }] },
      ],
      usage: { input_tokens: 500, output_tokens: 20, total_tokens: 520 },
    };
    upstream.answer(jsonAnswer(answer));
    await sdk().responses.create({ model: "gpt-kept", input: "Hi" });
    upstream.answer(jsonAnswer({ object: "response.input_tokens", input_tokens: 523 }));
    const more = { model: "gpt-kept", previous_response_id: "resp_own", input: "And?" };
    expect((await sdk().responses.inputTokens.count(more)).input_tokens).toBe(523);
    upstream.answer(jsonAnswer({ error: { message: "Not found" } }, 404));
    expect((await sdk().responses.inputTokens.count(more)).input_tokens).toBeGreaterThan(520);
  });
});
