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

describe("moonshot", () => {
  const request = (call: ChatCall, view: Parameters<typeof aChannelView>[0] = {}) =>
    provider.chat?.buildRequest(call, aChannelView(view));
  const bodyOf = (call: ChatCall): Record<string, unknown> =>
    JSON.parse(String(request(call)?.body)) as Record<string, unknown>;

  it("drops sampling options of Kimi's models", () => {
    const options = { temperature: 0.2, topP: 0.9, choices: 2, maxOutputTokens: 50 };
    const call = aChatCall({ model: "kimi-k3", ...options });
    expect(bodyOf(call)).toEqual({
      model: "kimi-k3",
      messages: [{ role: "user", content: "Hello" }],
      max_completion_tokens: 50,
    });
    expect(request(call)?.dropped).toEqual(["temperature", "top_p", "n"]);
    expect(bodyOf(aChatCall({ model: "moonshot-v1-8k", ...options }))).toMatchObject({
      temperature: 0.2,
      max_tokens: 50,
    });
  });

  it("renders the efforts that each model supports", () => {
    const rendered = (model: string, effort: string) => {
      const {
        model: _model,
        messages: _messages,
        ...rest
      } = bodyOf(aChatCall({ model, reasoning: { effort } }));
      return rest;
    };
    expect(rendered("kimi-k3", "medium")).toEqual({ reasoning_effort: "high" });
    expect(rendered("kimi-k3.1-pro", "xhigh")).toEqual({ reasoning_effort: "max" });
    expect(rendered("kimi-k3", "none")).toEqual({});
    expect(rendered("kimi-k2.6", "none")).toEqual({ thinking: { type: "disabled" } });
    expect(rendered("moonshot-v1-8k", "high")).toEqual({});
  });

  it("sends images inline and returns its balance in dollars", () => {
    expect(provider.chat?.needsInline?.("https://p.test/1.png", "image")).toBe(true);
    expect(provider.balance?.buildBalance(aChannelView()).url).toBe(
      "https://upstream.test/v1/users/me/balance",
    );
    expect(provider.balance?.readBalance({ code: 0, data: { available_balance: 49.7 } })).toBeCloseTo(7.1);
    expect(() => provider.balance?.readBalance({ code: 0, data: {} })).toThrow();
  });
});
