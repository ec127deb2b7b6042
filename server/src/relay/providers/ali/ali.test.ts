import { noUsage } from "@tollgate/contract/cost";
import { describe, expect, it } from "vitest";
import { openAiStops, stoppedInOpenAiDialect } from "../../../../test/conformance/openai-stopped.ts";
import {
  aChannelView,
  aChatCall,
  describeConformance,
} from "../../../../test/conformance/provider-conformance.ts";
import type { ChatCall } from "../../canonical/chat.ts";
import type { ChannelView } from "../provider.ts";
import { provider } from "./index.ts";

describeConformance({
  provider,
  fixtures: new URL("./__fixtures__/", import.meta.url),
  framing: "data-done",
  stops: openAiStops,
  stopped: stoppedInOpenAiDialect,
});

const build = (call: ChatCall, channel: Partial<ChannelView> = {}) =>
  provider.chat!.buildRequest(call, aChannelView(channel));
const bodyOf = (call: ChatCall, channel?: Partial<ChannelView>) =>
  JSON.parse(String(build(call, channel).body)) as Record<string, unknown>;

describe("ali, compatible", () => {
  it("derives the compatible address from any of the vendor's addresses", () => {
    const url = (baseUrl: string): string => build(aChatCall(), { baseUrl }).url;
    expect(url("https://dashscope.aliyuncs.com")).toBe(
      "https://dashscope.aliyuncs.com/compatible-mode/v1/chat/completions",
    );
    expect(url("https://w.cn-beijing.maas.aliyuncs.com/compatible-mode/v1")).toBe(
      "https://w.cn-beijing.maas.aliyuncs.com/compatible-mode/v1/chat/completions",
    );
  });

  it.each([
    ["qwen-plus", { effort: "none" }, { enable_thinking: false }],
    ["qwen-plus", { budgetTokens: 0 }, { enable_thinking: false }],
    ["qwen-plus", { effort: "low" }, { enable_thinking: true, thinking_budget: 2048 }],
    ["qwen-plus", { effort: "high" }, { enable_thinking: true }],
    ["qwen-plus", { budgetTokens: 777 }, { enable_thinking: true, thinking_budget: 777 }],
    ["qwen3.8-max", { effort: "low" }, { enable_thinking: true, reasoning_effort: "low" }],
  ])("renders the reasoning options of %s as %j", (model, reasoning, rendered) => {
    const body = bodyOf(aChatCall({ model, reasoning, stream: true }));
    const { enable_thinking, thinking_budget, reasoning_effort } = body;
    expect(JSON.parse(JSON.stringify({ enable_thinking, thinking_budget, reasoning_effort }))).toEqual(
      rendered,
    );
  });

  it("disables thinking for open Qwen3 models without a stream, and reports it", () => {
    const thinking = build(aChatCall({ model: "qwen3-32b", reasoning: { effort: "high" } }));
    expect(JSON.parse(String(thinking.body))).toMatchObject({ enable_thinking: false });
    expect(thinking.dropped).toEqual(["reasoning_effort"]);
    expect(bodyOf(aChatCall({ model: "qwen3-235b-a22b" }))).toMatchObject({ enable_thinking: false });
    expect(bodyOf(aChatCall({ model: "qwen3-32b", stream: true }))).not.toHaveProperty("enable_thinking");
    expect(provider.native?.supports("openai-chat", "qwen3-32b", aChannelView())).toBe(false);
  });

  it("enables web search if the channel says so, which disables the native path", () => {
    const plugin = { web_search: { enable: true } };
    expect(bodyOf(aChatCall({ model: "qwen-plus" }), { plugin })).toMatchObject({ enable_search: true });
    expect(bodyOf(aChatCall({ model: "qwen-vl-max" }), { plugin })).not.toHaveProperty("enable_search");
    const supports = (view: Partial<ChannelView>) =>
      provider.native?.supports("openai-chat", "qwen-plus", aChannelView(view));
    expect(supports({})).toBe(true);
    expect(supports({ plugin })).toBe(false);
    expect(supports({ plugin: { protocol: { legacy: true } } })).toBe(false);
  });

  it("marks parts of messages for five minutes, and nothing else", () => {
    const request = build(
      aChatCall({
        tools: [{ name: "f", cache: {} }],
        messages: [{ role: "user", content: [{ type: "text", text: "x", cache: { ttl: "1h" } }] }],
      }),
    );
    const body = JSON.parse(String(request.body)) as { tools: object[]; messages: object[] };
    expect(body.messages).toEqual([
      { role: "user", content: [{ type: "text", text: "x", cache_control: { type: "ephemeral" } }] },
    ]);
    expect(body.tools[0]).not.toHaveProperty("cache_control");
    expect(request.dropped).toEqual(["tools.cache_control", "cache_control.ttl"]);
  });

  it("counts cache writes and reads of marked prefixes, whole and on the native path", () => {
    const answer = () => ({
      id: "x",
      choices: [{ index: 0, message: { content: "a" }, finish_reason: "stop" }],
      usage: {
        prompt_tokens: 1500,
        completion_tokens: 5,
        prompt_tokens_details: {
          cache_creation: { ephemeral_5m_input_tokens: 1000 },
          cache_creation_input_tokens: 1000,
          cache_type: "ephemeral",
          cached_tokens: 400,
        },
      },
    });
    const expected = { ...noUsage, input: 100, cached_read: 400, cached_write: 1000, output: 5 };
    expect(provider.chat?.readResponse(answer(), aChatCall()).usage).toEqual(expected);
    expect(provider.native?.readUsage(answer(), undefined, "openai-chat")).toEqual(expected);
  });
});
