import { describe, expect, it } from "vitest";
import { collectParts, collectResult } from "../../../../test/conformance/collect-parts.ts";
import { readPieces } from "../../../../test/conformance/feed-stream.ts";
import { openAiStops, stoppedInOpenAiDialect } from "../../../../test/conformance/openai-stopped.ts";
import {
  aChannelView,
  aChatCall,
  describeConformance,
} from "../../../../test/conformance/provider-conformance.ts";
import type { ChatCall, ChatMessage } from "../../canonical/chat.ts";
import type { ChannelView } from "../provider.ts";
import { provider } from "./index.ts";

describeConformance({
  provider,
  fixtures: new URL("./__fixtures__/", import.meta.url),
  framing: "data-done",
  stops: openAiStops,
  stopped: stoppedInOpenAiDialect,
});

const olderKey: Partial<ChannelView> = { baseUrl: "https://aip.baidubce.com", key: "ak|sk", token: "24.t" };
const build = (call: ChatCall, channel: Partial<ChannelView>) =>
  provider.chat!.buildRequest(call, aChannelView(channel));
const olderBody = (call: ChatCall) =>
  JSON.parse(String(build(call, olderKey).body)) as Record<string, unknown>;
const text = (role: "user" | "assistant" | "system", text: string): ChatMessage => ({
  role,
  content: [{ type: "text", text }],
});

describe("baidu, v2", () => {
  it("calls v2 with the key unchanged, also from the older address", () => {
    const request = build(aChatCall(), { baseUrl: "https://aip.baidubce.com", key: "bce-v3/ALTAK-x" });
    expect(request.url).toBe("https://qianfan.baidubce.com/v2/chat/completions");
    expect(request.headers.authorization).toBe("Bearer bce-v3/ALTAK-x");
    expect(provider.tokenExchange?.buildRequest(aChannelView({ key: "bce-v3/x" }), 0)).toBeUndefined();
    const overridden = build(aChatCall(), { ...olderKey, plugin: { use_openai_api: { enable: true } } });
    expect(overridden.url).toContain("/v2/chat/completions");
  });

  it("renders reasoning and web search in its own fields", () => {
    const call = aChatCall({
      reasoning: { budgetTokens: 50 },
      hostedTools: [{ kind: "web-search", dialect: "anthropic-messages", definition: {} }],
    });
    const request = build(call, {});
    expect(JSON.parse(String(request.body))).toMatchObject({
      enable_thinking: true,
      thinking_budget: 100,
      web_search: { enable: true },
    });
    expect(request.dropped).toBeUndefined();
  });
});

describe("baidu, the API before v2", () => {
  it("exchanges a two-part key for a token", () => {
    const request = provider.tokenExchange?.buildRequest(aChannelView(olderKey), 0);
    expect(request?.url).toBe(
      "https://aip.baidubce.com/oauth/2.0/token?grant_type=client_credentials&client_id=ak&client_secret=sk",
    );
    expect(provider.tokenExchange?.readToken({ access_token: "24.t", expires_in: 2592000 })).toEqual({
      token: "24.t",
      seconds: 2592000,
    });
    const rejected = { error: "invalid_client", error_description: "unknown client id" };
    expect(() => provider.tokenExchange?.readToken(rejected)).toThrow("unknown client id");
  });

  it.each([
    ["ERNIE-4.0-8K", "completions_pro"],
    ["ERNIE-3.5-8K", "completions"],
    ["ERNIE-Speed", "ernie_speed"],
    ["ERNIE-Lite-8K-0922", "eb-instant"],
    ["ERNIE-Bot-turbo", "eb-instant"],
    ["ERNIE-Speed-128K", "ernie-speed-128k"],
  ])("finds %s at %s", (model, path) => {
    const request = build(aChatCall({ model }), olderKey);
    expect(request.url).toBe(
      `https://aip.baidubce.com/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/${path}?access_token=24.t`,
    );
    expect(request.headers).not.toHaveProperty("authorization");
  });

  it("clamps its numbers and separates system messages", () => {
    const call = aChatCall({
      messages: [text("system", "Be brief."), text("user", "Hi")],
      temperature: 0,
      frequencyPenalty: -1,
      maxOutputTokens: 1,
      seed: 1,
    });
    expect(olderBody(call)).toEqual({
      system: "Be brief.",
      messages: [{ role: "user", content: "Hi" }],
      temperature: 0.01,
      penalty_score: 1,
      max_output_tokens: 2,
    });
    expect(build(call, olderKey).dropped).toEqual(["seed"]);
  });

  it.each([
    [["user"], "u"],
    [["user", "user"], "u"],
    [["assistant", "user"], "uau"],
    [["user", "assistant", "assistant", "user"], "uau"],
    [["user", "assistant"], "uau"],
    [[], "u"],
  ] as const)("lets both sides take turns in %j", (roles, turns) => {
    const messages = roles.map((role, index) => text(role, `m${index}`));
    const sent = olderBody(aChatCall({ messages })).messages as { role: string; content: string }[];
    expect(sent.map((message) => message.role[0]).join("")).toBe(turns);
    expect(sent.length % 2).toBe(1);
    expect(sent.every((message) => message.content !== "")).toBe(true);
    for (let index = 0; index < roles.length; index++)
      expect(sent.some((message) => message.content.includes(`m${index}`))).toBe(true);
  });

  it("sends functions, a function call and its result", () => {
    const call = aChatCall({
      tools: [{ name: "f" }],
      messages: [
        text("user", "Go"),
        { role: "assistant", content: [{ type: "tool-call", id: "c1", name: "f", arguments: '{"a":1}' }] },
        {
          role: "user",
          content: [
            { type: "tool-result", toolCallId: "c1", content: [{ type: "text", text: '{"b":2}' }] },
            { type: "text", text: "Well?" },
          ],
        },
      ],
    });
    expect(olderBody(call)).toMatchObject({
      functions: [{ name: "f", description: "f", parameters: { type: "object", properties: {} } }],
      messages: [
        { role: "user", content: "Go" },
        { role: "assistant", content: "", function_call: { name: "f", arguments: '{"a":1}' } },
        { role: "function", name: "f", content: '{"b":2}' },
        { role: "assistant" },
        { role: "user", content: "Well?" },
      ],
    });
  });

  const usage = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 };

  it("reads whole answers", () => {
    const read = (more: object) =>
      collectResult(provider.chat!.readResponse({ id: "as-1", result: "Hi", usage, ...more }, aChatCall()));
    expect(read({})).toMatchObject({ id: "as-1", text: "Hi", stop: "stop", usage: { input: 3, output: 4 } });
    expect(read({ is_truncated: true }).stop).toBe("length");
    expect(read({ finish_reason: "normal" }).stop).toBe("stop");
    expect(read({ need_clear_history: true }).stop).toBe("filter");
    expect(read({ result: "", function_call: { name: "f", arguments: "{}" } })).toMatchObject({
      stop: "tool-calls",
      tools: [{ name: "f", arguments: "{}" }],
    });
  });

  const stream = (...events: unknown[]) => [
    Buffer.from(events.map((data) => `data: ${JSON.stringify(data)}\n\n`).join("")),
  ];

  it("reads streams to `is_end`", () => {
    const event = (result: string, isEnd: boolean) => ({ id: "as-1", result, is_end: isEnd, usage });
    const whole = readPieces(
      provider,
      aChatCall({ stream: true }),
      stream(event("H", false), event("i", true)),
    );
    expect(collectParts(whole)).toMatchObject({
      text: "Hi",
      stop: "stop",
      ended: true,
      usage: { output: 4 },
    });
    const cut = readPieces(provider, aChatCall({ stream: true }), stream(event("H", false)));
    expect(collectParts(cut)).toMatchObject({ stop: undefined, ended: false });
  });

  it("reports problems inside answers with status 200", () => {
    const refusal = { error_code: 18, error_msg: "Open api qps request limit reached" };
    expect(() => provider.chat!.readResponse(refusal, aChatCall())).toThrow("qps request limit");
    for (const bytes of [stream(refusal), [Buffer.from(JSON.stringify(refusal))]])
      expect(readPieces(provider, aChatCall({ stream: true }), bytes)).toMatchObject([
        { type: "problem", problem: { kind: "rate", code: "18" } },
      ]);
  });
});

describe("baidu, embeddings", () => {
  const call = { model: "bge-large-zh", inputs: ["a"], encoding: "float" as const };

  it("use v2, or the API before it", () => {
    expect(provider.embeddings!.buildRequest(call, aChannelView({ key: "bce-v3/x" })).url).toContain(
      "/v2/embeddings",
    );
    const older = provider.embeddings!.buildRequest({ ...call, dimensions: 8 }, aChannelView(olderKey));
    expect(older.url).toContain("/wenxinworkshop/embeddings/bge_large_zh?access_token=24.t");
    expect(older.dropped).toEqual(["dimensions"]);
    const body = Buffer.from(JSON.stringify({ error_code: 17, error_msg: "daily limit" }));
    expect(() => provider.embeddings!.readResponse({ status: 200, headers: {}, body }, call)).toThrow(
      "daily limit",
    );
  });
});
