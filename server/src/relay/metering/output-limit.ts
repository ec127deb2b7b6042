import { type CostRates, rateScale, type TokenClass } from "@tollgate/contract/cost";
import { limits } from "@tollgate/contract/limits";
import { defaultOutputTokens } from "./estimate-cost.ts";

/** Longest answer of any model that is known today, reasoning included. Prices carry no maximum of their own. */
export const largestAnswerTokens = 128_000;
/** A shorter answer is of no use: a balance that does not cover it covers no call. */
export const usefulAnswerTokens = 256;
/**
 * No larger limit is sent: upstreams reject one above their model's own maximum, which is not known here, and this many tokens nearly every
 * model may write.
 */
export const largestLimit = defaultOutputTokens;

const outputClasses = ["output", "reasoning", "output_audio", "output_image"] as const satisfies TokenClass[];

/** Quota per token of the most expensive class that an answer may consist of, times `rateScale`; 0 if output is free or priced per call. */
export function outputRate(rates: CostRates): bigint {
  if (rates.kind === "times") return 0n;
  let most = 0n;
  for (const name of outputClasses) if (rates.rates[name] > most) most = rates.rates[name];
  return most;
}

/** Quota for so many tokens of output of the most expensive class, rounded up. */
export function outputCost(rates: CostRates, tokens: number): number {
  const quota = (BigInt(tokens) * outputRate(rates) + rateScale - 1n) / rateScale;
  return quota > BigInt(limits.quotaMax) ? limits.quotaMax : Number(quota);
}

/**
 * Output tokens of each of `choices` answers that `quota` covers, whatever class they are of; never negative. Not for free output, which
 * everything covers.
 */
export function coveredOutput(rates: CostRates, quota: number, choices: number): number {
  if (quota <= 0) return 0;
  const tokens = (BigInt(quota) * rateScale) / (outputRate(rates) * BigInt(choices));
  return tokens > BigInt(limits.usageMax) ? limits.usageMax : Number(tokens);
}

const beyond = new WeakMap<CostRates, number>();

/** Quota by which the largest answer may cost more than an assumed one. Known after the first call of a price, which this is for. */
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
