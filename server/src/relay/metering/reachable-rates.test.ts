import { callCost, costRates, noUsage, type PriceTerms, promptTokens } from "@tollgate/contract/cost";
import type { PriceRule } from "@tollgate/contract/price-rules";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SnapshotPrice } from "../../snapshot/relay-snapshot.ts";
import { type PaidFields, paidFields } from "../canonical/paid-fields.ts";
import type { Attempt, PaidRequest } from "../exchange.ts";
import { priceAnswer } from "./answered-price.ts";
import { coveredOutput } from "./output-limit.ts";
import { reachableRates } from "./reachable-rates.ts";

type Allowed = PaidRequest["allowed"];

/** The parts of an attempt that pricing reads. */
function anAttempt(price: SnapshotPrice, groupRatio: number, allowed: Allowed, fields: PaidFields): Attempt {
  const paid = { allowed, uses: [], dropped: [], headers: {} };
  return {
    exchange: {
      snapshot: {
        rates: (terms: PriceTerms, ratio: number) => costRates(terms, ratio),
        price: () => undefined,
      },
      group: { symbol: "g", ratio: groupRatio },
    },
    route: { price, upstreamModel: "m", billedModel: "m", provider: { paidFields: fields } },
    sent: { paid, head: { model: "m" } },
  } as unknown as Attempt;
}

const multiple = fc.constantFrom(0, 0.000001, 0.1, 0.5, 1, 1.25, 2, 7.3, 40);
const tier = fc.constantFrom("flex", "priority", "fast");
const when = fc
  .record({ prompt_above: fc.constantFrom(0, 1000, 5000, 20_000), service_tier: tier }, { requiredKeys: [] })
  .filter((conditions) => Object.keys(conditions).length > 0);
const classes = fc.record(
  {
    cached_tokens: multiple,
    cached_write_tokens: multiple,
    reasoning_tokens: multiple,
    web_search_call: multiple,
  },
  { requiredKeys: [] },
);
const rule: fc.Arbitrary<PriceRule> = fc
  .record(
    { when, input: multiple, output: multiple, extra_ratios: classes, ratio: multiple },
    { requiredKeys: ["when"] },
  )
  .map((one) => one as PriceRule);
const price: fc.Arbitrary<SnapshotPrice> = fc.record({
  model: fc.constant("m"),
  type: fc.constantFrom("tokens" as const, "times" as const),
  input: multiple,
  output: multiple,
  extra_ratios: classes,
  rules: fc.array(rule, { minLength: 1, maxLength: 6 }),
});
const allowance: fc.Arbitrary<Allowed> = fc.array(
  fc.record({
    field: fc.constantFrom("service_tier", "speed", "plugins"),
    value: fc.option(tier, { nil: undefined }),
    ratio: fc.constantFrom(0.25, 0.5, 1, 2, 3),
  }),
  { maxLength: 2 },
);
const usage = fc
  .record({
    input: fc.nat(12_000),
    cached: fc.nat(12_000),
    cached_write: fc.nat(12_000),
    output: fc.nat(3000),
    reasoning: fc.nat(3000),
    web_search: fc.nat(3),
  })
  .map((counts) => ({ ...noUsage, ...counts }));

describe("reservation at a price with rules", () => {
  it("covers the response, whichever rules its prompt and its tier reach", () => {
    fc.assert(
      fc.property(
        fc.record({
          price,
          group: fc.constantFrom(0.01, 0.8, 1, 3),
          allowance,
          usage,
          standard: fc.boolean(),
        }),
        fc.nat(5),
        ({ price: one, group, allowance: allowed, usage: counts, standard }, named) => {
          const attempt = anAttempt(one, group, allowed, paidFields([]));
          const requested = allowed.flatMap(({ field, value }) => (field === "plugins" ? [] : (value ?? [])));
          const served = standard ? "default" : requested[named];
          const answeredBy = served === undefined ? undefined : { tier: served };
          const measured = { capability: "chat", usage: counts, counted: false };
          const { cost } = priceAnswer(attempt, { answeredBy, dropped: [] }, measured);
          // The estimate may be too low by its margin.
          const estimate = Math.ceil(promptTokens(counts) / 1.25);
          const rates = reachableRates(attempt, { promptTokens: () => estimate });
          expect(callCost(rates, counts)).toBeGreaterThanOrEqual(cost);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("covers the output limit that is sent: no settled response costs more than was reserved", () => {
    const tokens = fc.record({ price, usage, allowance, choices: fc.integer({ min: 1, max: 4 }) });
    fc.assert(
      fc.property(
        tokens,
        fc.nat(2_000_000),
        ({ price: one, usage: counts, allowance: allowed, choices }, quota) => {
          const attempt = anAttempt({ ...one, type: "tokens" }, 1, allowed, paidFields([]));
          const prompt = { ...counts, output: 0, reasoning: 0 };
          const rates = reachableRates(attempt, { promptTokens: () => promptTokens(prompt) });
          const input = callCost(rates, prompt);
          fc.pre(
            input <= quota &&
              rates.kind === "tokens" &&
              (rates.rates.output > 0n || rates.rates.reasoning > 0n),
          );
          const limit = coveredOutput(rates, quota - input, choices);
          const written = Math.min(limit * choices, 1e6);
          for (const answered of [{ output: written }, { reasoning: written }]) {
            const measured = { capability: "chat", usage: { ...prompt, ...answered }, counted: false };
            const { cost } = priceAnswer(attempt, { answeredBy: undefined, dropped: [] }, measured);
            // Input and output are each rounded up in the reservation.
            expect(cost).toBeLessThanOrEqual(quota + 1);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it("ignores a rule for prompts far above the estimate, and one for a tier that is not requested", () => {
    const rules = [
      { when: { prompt_above: 10_000 }, input: 5 },
      { when: { service_tier: "priority" }, ratio: 9 },
    ];
    const one: SnapshotPrice = { model: "m", type: "tokens", input: 1, output: 1, rules };
    const costAt = (promptEstimate: number, allowed: Allowed = []) => {
      const attempt = anAttempt(one, 1, allowed, paidFields([]));
      return callCost(reachableRates(attempt, { promptTokens: () => promptEstimate }), {
        ...noUsage,
        input: 100,
      });
    };
    expect(costAt(8000)).toBe(100);
    expect(costAt(8001)).toBe(500);
    const priority = { field: "service_tier", value: "priority", ratio: 2 };
    expect(costAt(10, [priority])).toBe(900);
  });
});
