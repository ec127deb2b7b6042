import { describe, expect, it } from "vitest";
import { openAiStops, stoppedInOpenAiDialect } from "../../../../test/conformance/openai-stopped.ts";
import {
  aChannelView,
  aChatCall,
  describeConformance,
} from "../../../../test/conformance/provider-conformance.ts";
import type { ChatCall } from "../../canonical/chat.ts";
import { provider } from "./index.ts";

describeConformance({
  provider,
  fixtures: new URL("./__fixtures__/", import.meta.url),
  framing: "data-done",
  stops: openAiStops,
  stopped: stoppedInOpenAiDialect,
});

describe("openrouter", () => {
  const request = (call: ChatCall, view: Parameters<typeof aChannelView>[0] = {}) =>
    provider.chat?.buildRequest(call, aChannelView(view));
  const bodyOf = (call: ChatCall): Record<string, unknown> =>
    JSON.parse(String(request(call)?.body)) as Record<string, unknown>;

  it("renders reasoning as an effort or as tokens", () => {
    const rendered = (reasoning: ChatCall["reasoning"] & object) =>
      bodyOf(aChatCall({ reasoning })).reasoning;
    expect(rendered({ effort: "high", budgetTokens: 9 })).toEqual({ effort: "high" });
    expect(rendered({ budgetTokens: 2000 })).toEqual({ max_tokens: 2000 });
    expect(rendered({ budgetTokens: 0 })).toEqual({ enabled: false });
  });

  it("enables web search for callers of other dialects", () => {
    const tool = {
      dialect: "anthropic-messages",
      kind: "web-search",
      definition: { type: "web_search_20250305" },
    } as const;
    expect(bodyOf(aChatCall({ hostedTools: [tool] }))).toMatchObject({ plugins: [{ id: "web" }] });
    const other = { dialect: "anthropic-messages", definition: { type: "memory" } } as const;
    expect(request(aChatCall({ hostedTools: [other] }))?.dropped).toEqual(["tools.memory"]);
  });

  it("reads a failure inside the choice, whole or in a stream", () => {
    const choice = { index: 0, error: { code: 429, message: "The vendor is busy." }, finish_reason: "error" };
    const problem: unknown = expect.objectContaining({ kind: "rate", message: "The vendor is busy." });
    const whole = { choices: [{ ...choice, message: { role: "assistant", content: "Half" } }] };
    expect(() => provider.chat?.readResponse(whole, aChatCall())).toThrow(
      expect.objectContaining({ problem }),
    );
    const reader = provider.chat?.streamReader(aChatCall({ stream: true }));
    const data = JSON.stringify({ choices: [{ ...choice, delta: { content: "" } }] });
    expect(reader?.read({ event: "", data })).toEqual([{ type: "problem", problem }]);
  });

  it("routes the models of a vendor as the operator sets", () => {
    const provided = { anthropic: { order: ["anthropic"] } };
    for (const value of [provided, JSON.stringify(provided)]) {
      const view = { plugin: { other: { provider: value } } };
      const call = aChatCall({ model: "anthropic/claude-sonnet-5" });
      expect(JSON.parse(String(request(call, view)?.body))).toMatchObject({
        provider: { order: ["anthropic"] },
      });
      expect(provider.native?.supports("openai-chat", call.model, aChannelView(view))).toBe(false);
      expect(provider.native?.supports("openai-chat", "openai/gpt-5.4", aChannelView(view))).toBe(true);
    }
    expect(
      provider.native?.supports(
        "openai-chat",
        "anthropic/x",
        aChannelView({ plugin: { other: { provider: "{" } } }),
      ),
    ).toBe(true);
  });
});
