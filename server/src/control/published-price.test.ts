import { evaluatePrice } from "@tollgate/contract/price-rules";
import { expect, it } from "vitest";
import { priceOf } from "./published-price.ts";

const published = {
  input: 1.25,
  output: 10,
  cache_read: 0.125,
  tiers: [{ above: 200_000, input: 2.5, output: 15, cache_read: 0.25 }],
  service_tiers: {
    priority: { input: 2.5, output: 20, cache_read: 0.25 },
    flex: { input: 0.625, output: 5 },
  },
};
const price = priceOf({ model: "a-model", channelType: 1, marksCache: false }, published);
const terms = (promptTokens: number, serviceTier?: string) => {
  const { input, output, extra_ratios } = evaluatePrice(price, { promptTokens, serviceTier }).terms;
  return { input: input * 2, output: output * 2, cached: input * 2 * (extra_ratios?.cached_tokens ?? 1) };
};

it.each([
  [200_000, undefined, { input: 1.25, output: 10, cached: 0.125 }],
  [200_001, undefined, { input: 2.5, output: 15, cached: 0.25 }],
  [200_000, "priority", { input: 2.5, output: 20, cached: 0.25 }],
  [200_001, "priority", { input: 5, output: 30, cached: 0.5 }],
  [200_001, "flex", { input: 1.25, output: 7.5, cached: 0.25 }],
])("costs at %i prompt tokens and the tier %s the product of both", (promptTokens, tier, dollars) => {
  expect(terms(promptTokens, tier)).toEqual(dollars);
});
