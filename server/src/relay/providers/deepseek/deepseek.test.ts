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

describe("deepseek", () => {
  const bodyOf = (call: ChatCall): unknown =>
    JSON.parse(String(provider.chat?.buildRequest(call, aChannelView()).body));

  it("enables thinking with its own object", () => {
    expect(bodyOf(aChatCall({ reasoning: { effort: "none" } }))).toMatchObject({
      thinking: { type: "disabled" },
    });
    expect(bodyOf(aChatCall({ reasoning: { effort: "none" } }))).not.toHaveProperty("reasoning_effort");
    expect(bodyOf(aChatCall({ reasoning: { effort: "high" } }))).toMatchObject({
      thinking: { type: "enabled" },
      reasoning_effort: "high",
    });
    expect(bodyOf(aChatCall())).not.toHaveProperty("thinking");
  });

  it("returns its balance in dollars, for any currency", () => {
    const balance = (infos: unknown) =>
      provider.balance?.readBalance({ is_available: true, balance_infos: infos });
    const dollars = { currency: "USD", total_balance: "12.50" };
    const yuan = { currency: "CNY", total_balance: "70.00" };
    expect(provider.balance?.buildBalance(aChannelView()).url).toBe("https://upstream.test/user/balance");
    expect(balance([yuan, dollars])).toBe(12.5);
    expect(balance([yuan])).toBe(10);
    expect(balance([{ ...dollars, total_balance: "0.00" }, yuan])).toBe(10);
    expect(() => balance([])).toThrow();
    expect(() => balance(null)).toThrow();
  });

  it("returns earlier reasoning and requests JSON without a schema", () => {
    const request = provider.chat?.buildRequest(
      aChatCall({
        seed: 1,
        responseFormat: { type: "json-schema", name: "x", schema: {} },
        messages: [
          {
            role: "assistant",
            content: [
              { type: "reasoning", text: "hm" },
              { type: "tool-call", id: "a", name: "f", arguments: "{}" },
            ],
          },
        ],
      }),
      aChannelView(),
    );
    expect(JSON.parse(String(request?.body))).toMatchObject({
      response_format: { type: "json_object" },
      messages: [{ reasoning_content: "hm" }],
    });
    expect(request?.dropped?.sort()).toEqual(["response_format.json_schema", "seed"]);
  });
});
