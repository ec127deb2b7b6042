import { describe, expect, it } from "vitest";
import { newPriceValues, type PriceValues, savedPrice } from "./price-values.ts";
import { ruleExample } from "./rule-example.ts";

const values: PriceValues = {
  ...newPriceValues,
  input: 1,
  output: 2,
  rules: [
    { when: { prompt_above: 200_000 }, input: 2, output: 3 },
    { when: { service_tier: "flex" }, ratio: 0.5 },
    { when: { quality: "hd" }, extra_ratios: { picture: 0.08 } },
  ],
};

describe("the example of a rule", () => {
  it("is a call that the rule applies to, with what it costs without any rule", () => {
    expect(ruleExample(values, 0)).toEqual({
      input: 210_000,
      output: 500,
      units: {},
      cost: 421_500,
      without: 211_000,
    });
    expect(ruleExample(values, 1)).toMatchObject({ input: 1000, cost: 1000, without: 2000 });
    expect(ruleExample(values, 2)).toMatchObject({ units: { pictures: 1 }, cost: 42_000, without: 2000 });
  });

  it("waits until price and rule are complete", () => {
    expect(ruleExample({ ...values, input: Number.NaN }, 0)).toBeUndefined();
    const rules = [{ when: { prompt_above: Number.NaN }, input: 2 }];
    expect(ruleExample({ ...values, rules }, 0)).toBeUndefined();
    expect(ruleExample(values, 3)).toBeUndefined();
  });
});

describe("what is saved of a rule", () => {
  it("omits emptied fields, and fields that a price per call does not have", () => {
    const extra_ratios = { cached_tokens: 0.5, picture: 0.1, second: null as unknown as number };
    const rules = [{ when: { size: "1024x1024" }, input: 1, output: 2, extra_ratios }];
    const saved = (type: PriceValues["type"]) => savedPrice({ ...values, type, rules }).rules[0];
    expect(saved("tokens")).toEqual({ ...rules[0], extra_ratios: { cached_tokens: 0.5, picture: 0.1 } });
    expect(saved("times")).toEqual({ when: rules[0]?.when, input: 1, extra_ratios: { picture: 0.1 } });
  });
});
