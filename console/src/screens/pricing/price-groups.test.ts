import type { Price } from "@tollgate/contract/pricing";
import { describe, expect, it } from "vitest";
import { groupPrices } from "./price-groups.ts";

const price = (model: string, values: Partial<Price> = {}): Price => ({
  model,
  type: "tokens",
  channel_type: 1,
  input: 1,
  output: 2,
  locked: false,
  extra_ratios: { cached_tokens: 0.5, reasoning_tokens: 2 },
  rules: [{ when: { prompt_above: 5, service_tier: "flex" }, ratio: 0.5 }],
  ...values,
});

describe("equal prices", () => {
  it("are one group, in whatever order their fields are stored", () => {
    const other = price("b", {
      extra_ratios: { reasoning_tokens: 2, cached_tokens: 0.5 },
      rules: [{ ratio: 0.5, when: { service_tier: "flex", prompt_above: 5 } }],
    });
    const groups = groupPrices([price("a"), price("c", { input: 9 }), other]);
    expect(groups.map(({ model, models }) => [model, models])).toEqual([
      ["a", ["a", "b"]],
      ["c", ["c"]],
    ]);
  });

  it("are none where a single term, rule or their order differs", () => {
    const flex = { when: { service_tier: "flex" }, ratio: 0.5 };
    const long = { when: { prompt_above: 5 }, input: 2 };
    const prices = [
      price("a"),
      price("b", { locked: true }),
      price("c", { channel_type: 2 }),
      price("d", { extra_ratios: {} }),
      price("e", { rules: [] }),
      price("f", { rules: [flex, long] }),
      price("g", { rules: [long, flex] }),
    ];
    expect(groupPrices(prices)).toHaveLength(prices.length);
  });
});
