import {
  callCost,
  costRates,
  extraRatioKeys,
  noUsage,
  type PriceTerms,
  type TokenClass,
  toolPriceKeys,
  type UsageCounts,
} from "@tollgate/contract/cost";
import type { LogRow } from "@tollgate/contract/logs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { explainCost } from "./explain-cost.ts";
import { explainLogRow, passedOnPath } from "./explain-log-row.ts";

const row: LogRow = {
  id: 1,
  created_at: 1_750_000_000,
  type: 2,
  content: "",
  user_id: 1,
  username: "root",
  token_id: 1,
  token_name: "default",
  model_name: "claude-sonnet-4",
  quota: 9_076,
  prompt_tokens: 12_000,
  completion_tokens: 500,
  channel_id: 3,
  channel: null,
  request_time: 2_300,
  is_stream: true,
  source_ip: "",
  request_id: "req_1",
  outcome: "succeeded",
  metadata: {
    group_ratio: 0.5,
    price_type: "tokens",
    input_ratio: 1.5,
    output_ratio: 7.5,
    extra_ratios: { cached_read_tokens: 0.1 },
    usage: { input: 2_000, cached_read: 7_000, cached_write: 3_000, output: 700, reasoning: 150 },
  },
};

const toolClasses = new Set<TokenClass>(["web_search", "file_search", "code_run", "image_generation"]);
const ratios = fc.integer({ min: 0, max: 20_000_000 }).map((micros) => micros / 1e6);
const prices: fc.Arbitrary<PriceTerms> = fc.record({
  type: fc.constantFrom("tokens" as const, "times" as const),
  input: ratios,
  output: ratios,
  extra_ratios: fc.dictionary(fc.constantFrom(...extraRatioKeys, ...toolPriceKeys), ratios),
});
const usages: fc.Arbitrary<UsageCounts> = fc
  .dictionary(fc.constantFrom(...(Object.keys(noUsage) as TokenClass[])), fc.nat(200_000))
  .map((counts) => ({ ...noUsage, ...counts }));

describe("explainCost", () => {
  it("gives lines that add up to the exact cost, rounded up once", () => {
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
      { kind: "tool", tokenClass: "web_search", calls: 2, dollars: 0.01, quota: 5_000 },
      { kind: "tool", tokenClass: "code_run", calls: 3, dollars: 0.002, quota: 1_500 },
    ]);
    expect(cost).toMatchObject({ perCall: 2_000, exact: 8_500, total: 8_500 });
  });

  it("adds up to what the relay charges, whatever the price and the call", () => {
    fc.assert(
      fc.property(prices, ratios, usages, (price, groupRatio, usage) => {
        const cost = explainCost(price, groupRatio, usage);
        const sum = cost.lines.reduce((total, line) => total + line.quota, cost.perCall);
        expect(cost.total).toBe(callCost(costRates(price, groupRatio), usage));
        // Every line is cut at a millionth, and large ones are as exact as a number is: far from the next unit.
        expect(Math.abs(sum - cost.exact)).toBeLessThan(0.01);
        expect(cost.total - cost.exact).toBeGreaterThanOrEqual(0);
        expect(cost.total - cost.exact).toBeLessThanOrEqual(1);
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
        expect(named("times").toSorted()).toEqual(used.filter((name) => toolClasses.has(name)).toSorted());
      }),
    );
  });
});

describe("explainLogRow", () => {
  it("multiplies by the ratio of a tier, so that the sum agrees", () => {
    const tiered = { ...row.metadata, price_ratio: 2 };
    const plain = explainLogRow(row);
    const explained = explainLogRow({ ...row, metadata: tiered });
    expect(explained).toMatchObject({ priceRatio: 2, exact: (plain?.exact ?? 0) * 2 });
  });

  it("explains a row from the terms stored with it, to the unit", () => {
    const explained = explainLogRow({ ...row, quota: 8_025 });
    const sum = explained?.lines.reduce((total, line) => total + line.quota, 0);
    expect(sum).toBeCloseTo(explained?.exact ?? -1, 6);
    expect(explained).toMatchObject({ total: 8_025, charged: 8_025, agrees: true });
  });

  it("takes what could not be collected off the total", () => {
    const metadata = { ...row.metadata, uncollected: 25 };
    expect(explainLogRow({ ...row, metadata, quota: 8_000 })).toMatchObject({ charged: 8_000, agrees: true });
  });

  it("says so when the stored terms do not give the row's quota", () => {
    expect(explainLogRow({ ...row, quota: 0 })).toMatchObject({ agrees: false });
  });

  it("charges nothing for a call that failed, whatever the price per call", () => {
    const metadata = { ...row.metadata, price_type: "times", usage: {}, usage_source: "none" as const };
    expect(explainLogRow({ ...row, metadata, quota: 0 })).toMatchObject({
      unused: true,
      total: 0,
      agrees: true,
    });
  });

  it("has nothing to explain on a row without a price", () => {
    expect(explainLogRow({ ...row, metadata: {} })).toBeUndefined();
  });

  it("explains a priced call that was passed on, and nothing of one that failed", () => {
    const metadata = {
      price_type: "times",
      input_ratio: 10,
      group_ratio: 0.5,
      usage_source: "none" as const,
    };
    const passedOn = { ...row, content: "relay:/recraftAI/v1/images/vectorize", prompt_tokens: 0, metadata };
    const counted = { ...passedOn, completion_tokens: 0 };
    expect(explainLogRow({ ...counted, quota: 5_000 })).toMatchObject({ perCall: 5_000, agrees: true });
    expect(explainLogRow({ ...counted, quota: 0 })).toMatchObject({ unused: true, perCall: 0, agrees: true });
    expect(passedOnPath(counted)).toBe("/recraftAI/v1/images/vectorize");
  });

  it("takes no other row's words for a path", () => {
    expect(passedOnPath({ ...row, content: "Overloaded" })).toBeUndefined();
    expect(passedOnPath({ ...row, type: 3, content: "relay:/x" })).toBeUndefined();
  });
});
