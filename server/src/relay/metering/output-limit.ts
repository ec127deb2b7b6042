import { type CostRates, rateScale, type TokenClass } from "@tollgate/contract/cost";
import { limits } from "@tollgate/contract/limits";
import { defaultOutputTokens } from "./estimate-cost.ts";

/** Longest response of any model known today, reasoning included. Prices have no maximum of their own. */
export const largestAnswerTokens = 128_000;
/** A shorter response is useless: a balance that does not cover it covers no call. */
export const usefulAnswerTokens = 256;
/**
 * Largest limit that is sent: upstreams reject one above their model's own maximum, which is unknown here. Nearly every
 * model may write this many tokens.
 */
export const largestLimit = defaultOutputTokens;

const outputClasses = ["output", "reasoning", "output_audio", "output_image"] as const satisfies TokenClass[];

/**
 * Quota per token of the most expensive class of a response, times `rateScale`; 0 if output is free or priced per call.
 */
export function outputRate(rates: CostRates): bigint {
  if (rates.kind === "times") return 0n;
  let most = 0n;
  for (const name of outputClasses) if (rates.rates[name] > most) most = rates.rates[name];
  return most;
}

/** Quota for this many output tokens of the most expensive class, rounded up. */
export function outputCost(rates: CostRates, tokens: number): number {
  const quota = (BigInt(tokens) * outputRate(rates) + rateScale - 1n) / rateScale;
  return quota > BigInt(limits.quotaMax) ? limits.quotaMax : Number(quota);
}

/**
 * Output tokens per response that `quota` covers for `choices` responses of any class; never negative. Not for free
 * output.
 */
export function coveredOutput(rates: CostRates, quota: number, choices: number): number {
  if (quota <= 0) return 0;
  const tokens = (BigInt(quota) * rateScale) / (outputRate(rates) * BigInt(choices));
  return tokens > BigInt(limits.usageMax) ? limits.usageMax : Number(tokens);
}

const beyond = new WeakMap<CostRates, number>();

/** Quota by which the largest response may cost more than an assumed one. Cached per price after its first call. */
export function costBeyondAssumed(rates: CostRates): number {
  let cost = beyond.get(rates);
  if (cost === undefined) {
    const assumed = rates.kind === "tokens" ? BigInt(defaultOutputTokens) * rates.rates.output : 0n;
    const more = BigInt(largestAnswerTokens) * outputRate(rates) - assumed;
    cost = Number((more + rateScale - 1n) / rateScale);
    beyond.set(rates, cost);
  }
  return cost;
}
