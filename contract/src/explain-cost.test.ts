import {
  callCost,
  costRates,
  extraRatioClasses,
  extraRatioKeys,
  noUsage,
  type PriceTerms,
  type TokenClass,
  toolPriceKeys,
  unitPriceKeys,
  type UsageCounts,
} from "./cost.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { explainCost } from "./explain-cost.ts";

const tokenClasses = new Set<TokenClass>([
  "input",
  "output",
  ...extraRatioKeys.map((key) => extraRatioClasses[key].tokenClass),
]);
const ratios = fc.integer({ min: 0, max: 20_000_000 }).map((micros) => micros / 1e6);
const prices: fc.Arbitrary<PriceTerms> = fc.record({
  type: fc.constantFrom("tokens" as const, "times" as const),
  input: ratios,
  output: ratios,
  extra_ratios: fc.dictionary(fc.constantFrom(...extraRatioKeys, ...toolPriceKeys, ...unitPriceKeys), ratios),
});
const usages: fc.Arbitrary<UsageCounts> = fc
  .dictionary(fc.constantFrom(...(Object.keys(noUsage) as TokenClass[])), fc.nat(200_000))
  .map((counts) => ({ ...noUsage, ...counts }));

describe("explainCost", () => {
  it("returns lines that add up to the exact cost, rounded up once", () => {
    const usage = { ...noUsage, input: 3, cached_read: 1, output: 1 };
    const cost = explainCost({ type: "tokens", input: 0.3, output: 1.1 }, 1, usage);
    expect(cost.lines.map((line) => line.quota)).toEqual([0.9, 0.03, 1.1]);
    expect(cost.exact).toBe(2.03);
    expect(cost.total).toBe(3);
  });

  it("charges per call whatever the tokens were", () => {
    const cost = explainCost({ type: "times", input: 50, output: 0 }, 2, { ...noUsage, input: 10 });
    expect(cost).toMatchObject({
      kind: "times",
      perCall: 100_000,
      lines: [],
      exact: 100_000,
      total: 100_000,
    });
  });

  it("charges the upstream's tools beside a price per call, at their own or the standard price", () => {
    const price: PriceTerms = { type: "times", input: 4, output: 0, extra_ratios: { code_run_call: 0.002 } };
    const cost = explainCost(price, 0.5, { ...noUsage, output: 900, web_search: 2, code_run: 3 });
    expect(cost.lines).toEqual([
      { kind: "tool", tokenClass: "web_search", count: 2, dollars: 0.01, quota: 5_000 },
      { kind: "tool", tokenClass: "code_run", count: 3, dollars: 0.002, quota: 1_500 },
    ]);
    expect(cost).toMatchObject({ perCall: 2_000, exact: 8_500, total: 8_500 });
  });

  it("adds up to what the relay charges, whatever the price and the call", () => {
    fc.assert(
      fc.property(prices, ratios, usages, (price, groupRatio, usage) => {
        const cost = explainCost(price, groupRatio, usage);
        const sum = cost.lines.reduce((total, line) => total + line.quota, cost.perCall);
        expect(cost.total).toBe(callCost(costRates(price, groupRatio), usage));
        // Every line is cut at a millionth, and as exact as a number of its size is.
        const step = cost.exact * Number.EPSILON;
        expect(Math.abs(sum - cost.exact)).toBeLessThan(0.0001 + step * (cost.lines.length + 1));
        expect(cost.total - cost.exact).toBeGreaterThanOrEqual(-step);
        expect(cost.total - cost.exact).toBeLessThanOrEqual(1 + step);
      }),
    );
  });

  it("has a line for every count that costs something", () => {
    fc.assert(
      fc.property(usages, (usage) => {
        const named = (type: PriceTerms["type"]) =>
          explainCost({ type, input: 1, output: 1 }, 1, usage).lines.map((line) => line.tokenClass);
        const used = (Object.keys(usage) as TokenClass[]).filter((name) => usage[name] > 0);
        expect(named("tokens").toSorted()).toEqual(used.toSorted());
        expect(named("times").toSorted()).toEqual(used.filter((name) => !tokenClasses.has(name)).toSorted());
      }),
    );
  });
});
