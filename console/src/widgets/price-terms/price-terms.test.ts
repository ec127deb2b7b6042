import { callCost, costRates, noUsage } from "@tollgate/contract/cost";
import { priceCall, type RuledPrice } from "@tollgate/contract/price-rules";
import { describe, expect, it } from "vitest";
import { describePrice } from "./price-terms";

const price: RuledPrice = {
  type: "tokens",
  input: 1.5,
  output: 7.5,
  extra_ratios: { cached_read_tokens: 0.1, web_search_call: 0.02 },
  rules: [
    { when: { prompt_above: 200_000 }, input: 3, output: 11.25 },
    { when: { service_tier: "flex" }, ratio: 0.5 },
  ],
};
const amounts = (terms: readonly { id: string; dollars: number }[]) =>
  Object.fromEntries(terms.map(({ id, dollars }) => [id, dollars]));

describe("a described price", () => {
  it("has the amounts that calls are charged, for a group", () => {
    const { terms } = describePrice(price, { groupRatio: 0.5 });
    expect(amounts(terms)).toEqual({ input: 1.5, output: 7.5, cached_read: 0.15, web_search: 0.01 });
    for (const id of ["input", "output", "cached_read"] as const) {
      const charged = callCost(costRates(price, 0.5), { ...noUsage, [id]: 1_000_000 }) / 500_000;
      expect([id, amounts(terms)[id]]).toEqual([id, charged]);
    }
  });

  it("has for each condition what is charged instead, as the relay evaluates it", () => {
    const { rules } = describePrice(price);
    expect(rules.map(({ terms }) => amounts(terms))).toEqual([
      { input: 6, output: 22.5, cached_read: 0.6 },
      { input: 1.5, output: 7.5, cached_read: 0.15, web_search: 0.01 },
    ]);
    const long = priceCall(price, 1, { ...noUsage, input: 1_000_000 }).cost / 500_000;
    expect(amounts(rules[0]?.terms ?? [])["input"]).toBe(long);
  });

  it("names the standard cache prices where callers mark what is cached, and no tokens for a price by unit", () => {
    const { terms } = describePrice({ type: "tokens", input: 1, output: 1 }, { marksCache: true });
    expect(amounts(terms)).toEqual({
      input: 2,
      output: 2,
      cached_read: 0.2,
      cached_write: 2.5,
      cached_write_1h: 4,
    });
    const byUnit = { type: "tokens" as const, input: 0, output: 0, extra_ratios: { picture: 0.04 } };
    expect(describePrice(byUnit).terms).toEqual([{ id: "picture", dollars: 0.04, unit: "picture" }]);
    expect(describePrice({ type: "times", input: 50, output: 0 }).terms).toEqual([
      { id: "call", dollars: 0.1, unit: "call" },
    ]);
  });
});
