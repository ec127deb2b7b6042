/**
 * What a call costs. The one function for relay, price editor, available-models page and log detail (D20).
 * All integers in quota; multiplier 1 is one quota per token, `times` multiplier 1 is 1,000 quota per call.
 */
import { limits } from "./limits.ts";

/** Disjoint counts; their sum is everything the upstream charged for. `cached` is automatic caching, `cached_read` marked caching. */
export interface UsageCounts {
  input: number;
  cached: number;
  cached_read: number;
  cached_write: number;
  cached_write_1h: number;
  input_audio: number;
  input_image: number;
  output: number;
  reasoning: number;
  output_audio: number;
  output_image: number;
}

export type TokenClass = keyof UsageCounts;

/** Keys of `extra_ratios` on the wire, the class each one prices, and the ratio in force when the price names none. */
export const extraRatioClasses = {
  cached_tokens: { tokenClass: "cached", side: "input", ratio: 1 },
  cached_read_tokens: { tokenClass: "cached_read", side: "input", ratio: 0.1 },
  cached_write_tokens: { tokenClass: "cached_write", side: "input", ratio: 1.25 },
  cached_write_1h_tokens: { tokenClass: "cached_write_1h", side: "input", ratio: 2 },
  input_audio_tokens: { tokenClass: "input_audio", side: "input", ratio: 1 },
  input_image_tokens: { tokenClass: "input_image", side: "input", ratio: 1 },
  reasoning_tokens: { tokenClass: "reasoning", side: "output", ratio: 1 },
  output_audio_tokens: { tokenClass: "output_audio", side: "output", ratio: 1 },
  output_image_tokens: { tokenClass: "output_image", side: "output", ratio: 1 },
} as const;

export type ExtraRatioKey = keyof typeof extraRatioClasses;
export const extraRatioKeys = Object.keys(extraRatioClasses) as ExtraRatioKey[];

export interface PriceTerms {
  type: "tokens" | "times";
  input: number;
  output: number;
  extra_ratios?: Partial<Record<ExtraRatioKey, number>> | undefined;
}

/** Quota per token of one class, scaled by 10^18 so that products are exact. */
export type CostRates =
  | { kind: "times"; perCall: bigint }
  | { kind: "tokens"; rates: Record<TokenClass, bigint> };

const micro = (value: number): bigint => BigInt(Math.round(value * 1e6));
const scale = 10n ** 18n;

/** Prepares a price for a group once, so that a call only multiplies and adds. */
export function costRates(price: PriceTerms, groupRatio: number): CostRates {
  const group = micro(groupRatio);
  if (price.type === "times")
    return { kind: "times", perCall: micro(price.input) * 1000n * group * 1_000_000n };
  const input = micro(price.input) * group;
  const output = micro(price.output) * group;
  const rates = { input: input * 1_000_000n, output: output * 1_000_000n } as Record<TokenClass, bigint>;
  for (const key of extraRatioKeys) {
    const { tokenClass, side, ratio } = extraRatioClasses[key];
    rates[tokenClass] = (side === "input" ? input : output) * micro(price.extra_ratios?.[key] ?? ratio);
  }
  return { kind: "tokens", rates };
}

/** Quota for one call, rounded up once at the end. No tokens at all cost nothing. */
export function callCost(rates: CostRates, usage: UsageCounts): number {
  let total = 0n;
  if (rates.kind === "times") total = rates.perCall;
  else {
    for (const tokenClass in rates.rates) {
      const count = usage[tokenClass as TokenClass];
      if (count > 0) total += BigInt(count) * rates.rates[tokenClass as TokenClass];
    }
  }
  const quota = (total + scale - 1n) / scale;
  return quota > BigInt(limits.quotaMax) ? limits.quotaMax : Number(quota);
}

export const noUsage: Readonly<UsageCounts> = Object.freeze({
  input: 0,
  cached: 0,
  cached_read: 0,
  cached_write: 0,
  cached_write_1h: 0,
  input_audio: 0,
  input_image: 0,
  output: 0,
  reasoning: 0,
  output_audio: 0,
  output_image: 0,
});

/** Everything on the prompt's side, caches included. */
export function promptTokens(usage: UsageCounts): number {
  return (
    usage.input +
    usage.cached +
    usage.cached_read +
    usage.cached_write +
    usage.cached_write_1h +
    usage.input_audio +
    usage.input_image
  );
}

/** Everything the model produced, reasoning included. */
export function completionTokens(usage: UsageCounts): number {
  return usage.output + usage.reasoning + usage.output_audio + usage.output_image;
}

/** Dollars per million tokens of a multiplier; for `times` dollars per call. */
export function dollarsPerMillion(multiplier: number, groupRatio = 1): number {
  return multiplier * 2 * groupRatio;
}

export function dollarsPerCall(multiplier: number, groupRatio = 1): number {
  return multiplier * 0.002 * groupRatio;
}
