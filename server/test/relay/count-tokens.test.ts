import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type FakeUpstream, jsonAnswer, startFakeUpstream } from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** Prompts that are counted by the upstream, and what it is told of the caller. */
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
  it("tells the upstream the caller's betas", async () => {
    upstream.answer(jsonAnswer({ input_tokens: 42 }));
    const response = await count(undefined, { "anthropic-beta": "context-management-2025-06-27" });
    expect(await response.json()).toEqual({ input_tokens: 42 });
    expect(upstream.seen[0]?.headers["anthropic-beta"]).toContain("context-management-2025-06-27");
  });

  it("ends at the upstream when its caller hangs up", async () => {
    let upstreamClosed = false;
    upstream.answer((response) => response.once("close", () => (upstreamClosed = true)));
    const caller = new AbortController();
    const body = { model: "claude-test", messages: [{ role: "user", content: "Hi" }] };
    const path = "/v1/messages/count_tokens";
    const counting = running.call(key, body, { path, signal: caller.signal }).catch(() => undefined);
    await vi.waitUntil(() => upstream.seen.length > 0);
    caller.abort();
    await counting;
    await vi.waitUntil(() => upstreamClosed, { timeout: 5000 });
    await vi.waitUntil(() => running.app.openExchanges === 0, { timeout: 5000 });
  });

  it("names its request as Anthropic's SDKs read it", async () => {
    upstream.answer(jsonAnswer({ input_tokens: 42 }));
    const { headers } = await count(undefined);
    expect(headers.get("request-id")).toBe(headers.get("x-request-id"));
  });

  it("is done here where a thought of another vendor stands in it", async () => {
    upstream.answer(jsonAnswer({ input_tokens: 42 }));
    const thought = { type: "thinking", thinking: "Hm.", signature: "tollgate.gemini-generate.c2ln" };
    const response = await count({ role: "assistant", content: [thought, { type: "text", text: "Yes?" }] });
    const { input_tokens } = (await response.json()) as { input_tokens: number };
    expect(input_tokens).toBeGreaterThan(0);
    expect(upstream.seen).toEqual([]);
  });
});
