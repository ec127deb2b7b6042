import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callCost, costRates, noUsage, type PriceTerms } from "./cost.ts";
import { evaluatePrice, type PriceRule, priceCall, type RuledPrice } from "./price-rules.ts";
import { price as priceSchema } from "./pricing.ts";

const base: PriceTerms = { type: "tokens", input: 1, output: 4, extra_ratios: { cached_read_tokens: 0.1 } };
const withRules = (...rules: PriceRule[]): RuledPrice => ({ ...base, rules });
const nothing = { promptTokens: 0 };

describe("the rules of a price", () => {
  it("hold above a prompt's length, caches included, and not at it", () => {
    const price = withRules({ when: { prompt_above: 200_000 }, input: 2, output: 6 });
    const usage = { ...noUsage, input: 100_000, cached_read: 60_000, cached_write: 40_000, output: 10 };
    const input = 100_000 + 6000 + 50_000;
    expect(priceCall(price, 1, usage).cost).toBe(input + 40);
    const one = { ...usage, cached_read: 60_001 };
    expect(priceCall(price, 1, one).cost).toBe(Math.ceil(2 * (input + 0.1)) + 60);
  });

  it("apply in order, field by field and key by key, and only where every condition holds", () => {
    const price = withRules(
      { when: { prompt_above: 10 }, input: 2, extra_ratios: { cached_tokens: 0.5 } },
      { when: { prompt_above: 20, service_tier: "flex" }, ratio: 0.5 },
      { when: { prompt_above: 20 }, input: 3, extra_ratios: { reasoning_tokens: 2 }, ratio: 3 },
    );
    expect(evaluatePrice(price, { promptTokens: 21 })).toEqual({
      terms: {
        type: "tokens",
        input: 3,
        output: 4,
        extra_ratios: { cached_read_tokens: 0.1, cached_tokens: 0.5, reasoning_tokens: 2 },
      },
      ratio: 3,
      rules: [price.rules?.[0], price.rules?.[2]],
    });
    expect(evaluatePrice(price, { promptTokens: 21, serviceTier: "flex" }).ratio).toBe(1.5);
    expect(evaluatePrice(price, { promptTokens: 15, serviceTier: "flex" }).terms.input).toBe(2);
  });

  it("multiply everything by their ratio, tools and units included", () => {
    const price = withRules({ when: { service_tier: "priority" }, ratio: 2 });
    const usage = { ...noUsage, input: 100, output: 50, web_search: 3 };
    const plain = callCost(costRates(base, 0.8), usage);
    expect(priceCall(price, 0.8, usage, { serviceTier: "priority" }).cost).toBe(2 * plain);
  });

  it("recognize a tier in every spelling of vendors, and no other tier", () => {
    const price = withRules({ when: { service_tier: "priority" }, ratio: 2 });
    const ratioAt = (serviceTier?: string) => evaluatePrice(price, { ...nothing, serviceTier }).ratio;
    for (const tier of ["priority", "PRIORITY", "SERVICE_TIER_PRIORITY", "ON_DEMAND_PRIORITY"])
      expect(ratioAt(tier)).toBe(2);
    for (const tier of [undefined, "", "default", "on_demand", "prio", "flex"]) expect(ratioAt(tier)).toBe(1);
  });

  it("choose pictures by size and quality, and multiply by their number", () => {
    const price: RuledPrice = {
      type: "tokens",
      input: 0,
      output: 0,
      extra_ratios: { picture: 0.04 },
      rules: [
        { when: { quality: "hd" }, extra_ratios: { picture: 0.08 } },
        { when: { quality: "hd", size: "1024x1792" }, extra_ratios: { picture: 0.12 } },
      ],
    };
    const dollars = (facts: object) => priceCall(price, 1, { ...noUsage, pictures: 3 }, facts).cost / 500_000;
    expect(dollars({})).toBe(0.12);
    expect(dollars({ quality: "HD", size: "1024x1024" })).toBe(0.24);
    expect(dollars({ quality: "hd", size: "1024x1792" })).toBe(0.36);
  });

  it("price seconds and characters to the billionth of a dollar", () => {
    const sound: PriceTerms = { type: "tokens", input: 0, output: 0, extra_ratios: { second: 0.0000111 } };
    expect(priceCall(sound, 1, { ...noUsage, seconds: 3600 }).cost).toBe(19_980);
    const speech: PriceTerms = {
      type: "tokens",
      input: 0,
      output: 0,
      extra_ratios: { character: 0.0000135 },
    };
    expect(priceCall(speech, 1, { ...noUsage, characters: 1_000_000 }).cost).toBe(6_750_000);
  });

  it("give calls with the same rules the same terms, so that rates can be kept", () => {
    const price = withRules({ when: { prompt_above: 5 }, input: 2 });
    const terms = (promptTokens: number) => evaluatePrice(price, { promptTokens }).terms;
    expect(terms(6)).toBe(terms(7));
    expect(terms(5)).toBe(price);
  });

  it("change nothing for a call that none of them fits", () => {
    const rule = fc.record({
      when: fc.record({ prompt_above: fc.integer({ min: 1000, max: 10_000 }) }),
      input: fc.double({ min: 0, max: 100, noNaN: true }),
      ratio: fc.double({ min: 0, max: 100, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 32 }), fc.nat(1000), (rules, input) => {
        const usage = { ...noUsage, input, output: 7 };
        expect(priceCall(withRules(...rules), 1, usage).cost).toBe(callCost(costRates(base, 1), usage));
      }),
    );
  });
});

describe("a price with rules, as it is sent", () => {
  const sent = { model: "m", channel_type: 1, ...base };
  const problemsOf = (...rules: unknown[]) =>
    priceSchema.safeParse({ ...sent, rules }).error?.issues.map(({ path }) => path.join("."));

  it("needs no rules, and accepts every field of one", () => {
    expect(priceSchema.parse(sent).rules).toEqual([]);
    const when = { prompt_above: 200_000, service_tier: "flex", size: "1024x1024", quality: "hd" };
    const rule = { when, input: 1, output: 2, extra_ratios: { second: 0.1 }, ratio: 0.5 };
    expect(problemsOf(rule)).toBeUndefined();
  });

  it.each([
    ["no condition", { when: {}, input: 1 }, "rules.0.when"],
    ["a condition that is not known", { when: { prompt_above: 1, hour: 3 }, input: 1 }, "rules.0.when"],
    ["no value", { when: { prompt_above: 1 } }, "rules.0"],
    ["a value that is not known", { when: { prompt_above: 1 }, inputs: 1 }, "rules.0"],
    ["a negative value", { when: { prompt_above: 1 }, output: -1 }, "rules.0.output"],
    ["half a token", { when: { prompt_above: 0.5 }, output: 1 }, "rules.0.when.prompt_above"],
    ["an empty tier", { when: { service_tier: " " }, output: 1 }, "rules.0.when.service_tier"],
    ["an unknown class", { when: { size: "1" }, extra_ratios: { minute: 1 } }, "rules.0.extra_ratios.minute"],
  ])("is rejected with %s, by the field's name", (_, rule, path) => {
    expect(problemsOf(rule)?.[0]).toContain(path.replace(".minute", ""));
  });

  it("has at most 32 rules", () => {
    const rules = Array.from({ length: 33 }, () => ({ when: { prompt_above: 1 }, input: 1 }));
    expect(problemsOf(...rules)).toEqual(["rules"]);
  });
});
