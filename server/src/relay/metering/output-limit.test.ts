import { callCost, costRates, noUsage, type PriceTerms, type UsageCounts } from "@tollgate/contract/cost";
import { limits } from "@tollgate/contract/limits";
import { describe, expect, it } from "vitest";
import { defaultOutputTokens } from "./estimate-cost.ts";
import {
  costBeyondAssumed,
  coveredOutput,
  largestAnswerTokens,
  largestLimit,
  outputCost,
  outputRate,
  usefulAnswerTokens,
} from "./output-limit.ts";

/** Deterministic pseudo-random numbers. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
}

const multipliers = [0.000001, 0.0375, 0.3, 1, 1.25, 5, 15.5, 37.5, 999_999.999999];
const ratios = [0, 0.1, 0.5, 1, 2.5, 8, 1000];

function anyPrice(random: (below: number) => number): { price: PriceTerms; group: number } {
  const one = (list: readonly number[]): number => list[random(list.length)] ?? 1;
  return {
    price: {
      type: "tokens",
      input: one(multipliers),
      output: one(multipliers),
      extra_ratios: { reasoning_tokens: one(ratios), output_audio_tokens: one(ratios) },
    },
    group: one([0.01, 0.8, 1, 3]),
  };
}

const answers: (keyof UsageCounts)[] = ["output", "reasoning", "output_audio", "output_image"];

describe("the output limit that a reservation covers", () => {
  it("never costs more than was reserved, for any response and any price", () => {
    for (let seed = 1; seed <= 3000; seed++) {
      const random = createRandom(seed);
      const { price, group } = anyPrice(random);
      const rates = costRates(price, group);
      const choices = 1 + random(8);
      const quota = random(2) === 0 ? random(100_000) : random(2_000_000_000);
      const tokens = coveredOutput(rates, quota, choices);
      expect(tokens, `seed ${seed}`).toBeGreaterThanOrEqual(0);
      expect(Number.isSafeInteger(tokens), `seed ${seed}`).toBe(true);
      for (const name of answers)
        expect(callCost(rates, { ...noUsage, [name]: tokens * choices }), `seed ${seed}`).toBeLessThanOrEqual(
          quota,
        );
      if (tokens < limits.usageMax)
        expect(outputCost(rates, (tokens + 1) * choices), `seed ${seed}`).toBeGreaterThanOrEqual(
          quota === 0 ? 0 : quota,
        );
    }
  });

  it("is never zero: what covers the smallest useful response covers that many tokens", () => {
    for (let seed = 1; seed <= 1000; seed++) {
      const random = createRandom(seed);
      const { price, group } = anyPrice(random);
      const rates = costRates(price, group);
      const choices = 1 + random(128);
      const least = outputCost(rates, usefulAnswerTokens * choices);
      if (least === limits.quotaMax) continue;
      expect(coveredOutput(rates, least, choices), `seed ${seed}`).toBeGreaterThanOrEqual(usefulAnswerTokens);
    }
  });

  it("is absent if nothing is left for output", () => {
    const rates = costRates({ type: "tokens", input: 1, output: 1 }, 1);
    for (const quota of [0, -1, -1e15]) expect(coveredOutput(rates, quota, 1)).toBe(0);
  });
});

describe("the largest answer", () => {
  it("is covered by the extra reserve", () => {
    for (let seed = 1; seed <= 1000; seed++) {
      const { price, group } = anyPrice(createRandom(seed));
      const rates = costRates(price, group);
      const assumed = callCost(rates, { ...noUsage, output: defaultOutputTokens });
      const reserved = Math.min(assumed + costBeyondAssumed(rates), limits.quotaMax);
      expect(reserved).toBeGreaterThanOrEqual(outputCost(rates, largestAnswerTokens));
    }
  });

  it("is longer than any limit that is sent, which is still useful", () => {
    expect(largestLimit).toBeLessThan(largestAnswerTokens);
    expect(largestLimit).toBeGreaterThan(usefulAnswerTokens);
  });
});

it("has no rate if output is free or a call has one price", () => {
  expect(outputRate(costRates({ type: "tokens", input: 1, output: 0 }, 1))).toBe(0n);
  expect(outputRate(costRates({ type: "times", input: 1, output: 1 }, 1))).toBe(0n);
});
