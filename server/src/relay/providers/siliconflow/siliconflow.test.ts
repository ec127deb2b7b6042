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

describe("siliconflow", () => {
  const request = (call: ChatCall, view: Parameters<typeof aChannelView>[0] = {}) =>
    provider.chat?.buildRequest(call, aChannelView(view));
  const bodyOf = (call: ChatCall): Record<string, unknown> =>
    JSON.parse(String(request(call)?.body)) as Record<string, unknown>;

  it("renders reasoning as tokens", () => {
    const rendered = (reasoning: ChatCall["reasoning"] & object) => {
      const { enable_thinking: on, thinking_budget: budget } = bodyOf(aChatCall({ reasoning }));
      return [on, budget];
    };
    expect(rendered({ effort: "none" })).toEqual([false, undefined]);
    expect(rendered({ effort: "low" })).toEqual([true, 2048]);
    expect(rendered({ budgetTokens: 100_000 })).toEqual([true, 32_768]);
  });

  it("returns its balance in dollars", () => {
    expect(provider.balance?.buildBalance(aChannelView()).url).toBe("https://upstream.test/v1/user/info");
    expect(provider.balance?.readBalance({ data: { totalBalance: "14" } })).toBe(2);
    expect(() => provider.balance?.readBalance({ data: null })).toThrow();
  });
});
