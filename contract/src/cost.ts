/**
 * Cost of a call. The only function for relay, price editor, available-models page and log detail.
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
  /** Calls of tools that the upstream itself ran, each priced per call. */
  web_search: number;
  file_search: number;
  code_run: number;
  image_generation: number;
  /** Billed seconds of audio or video, generated pictures, characters to be spoken: counted where the price names their unit. */
  seconds: number;
  pictures: number;
  characters: number;
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

/** Keys of `extra_ratios` that are dollars per call of an upstream's own tool, and the price in force when the row names none. */
export const toolPriceClasses = {
  web_search_call: { tokenClass: "web_search", dollars: 0.01 },
  file_search_call: { tokenClass: "file_search", dollars: 0.0025 },
  code_run_call: { tokenClass: "code_run", dollars: 0.03 },
  image_generation_call: { tokenClass: "image_generation", dollars: 0.042 },
} as const;

export type ToolPriceKey = keyof typeof toolPriceClasses;
export const toolPriceKeys = Object.keys(toolPriceClasses) as ToolPriceKey[];

/** Keys of `extra_ratios` that are dollars per unit of work. A price that names none of them charges tokens instead. */
export const unitPriceClasses = {
  second: { tokenClass: "seconds", dollars: 0 },
  picture: { tokenClass: "pictures", dollars: 0 },
  character: { tokenClass: "characters", dollars: 0 },
} as const;

export type UnitPriceKey = keyof typeof unitPriceClasses;
export const unitPriceKeys = Object.keys(unitPriceClasses) as UnitPriceKey[];

/** Multiples of the token price by class, and dollars per unit. */
export type ExtraPrices = Partial<Record<ExtraRatioKey | ToolPriceKey | UnitPriceKey, number>>;

/** Multiplier 1 is $0.002 per 1,000 tokens, so that one dollar is this much quota whatever an operator shows it as. */
const quotaPerDollar = 500_000n;

/** What a price charges. Its rules, if it has any, are in `price-rules.ts`. */
export interface PriceTerms {
  type: "tokens" | "times";
  input: number;
  output: number;
  extra_ratios?: ExtraPrices | undefined;
}

/** Quota per token of one class, scaled by 10^18 so that products are exact. */
export type CostRates =
  | { kind: "times"; perCall: bigint; rates: Partial<Record<TokenClass, bigint>> }
  | { kind: "tokens"; rates: Record<TokenClass, bigint> };

const micro = (value: number): bigint => BigInt(Math.round(value * 1e6));
/** A second or a character costs far less than a millionth of a dollar has digits for. */
const pico = (dollars: number): bigint => BigInt(Math.round(dollars * 1e12));
const scale = 10n ** 18n;
const quotaMost = BigInt(limits.quotaMax);
/** Rates are so many times the quota per token. */
export { scale as rateScale };

const dollarClasses = { ...toolPriceClasses, ...unitPriceClasses };
const dollarKeys = Object.keys(dollarClasses) as (keyof typeof dollarClasses)[];

/** Prepares a price for a group once, so that a call only multiplies and adds. */
export function costRates(price: PriceTerms, groupRatio: number): CostRates {
  const group = micro(groupRatio);
  const units: Partial<Record<TokenClass, bigint>> = {};
  for (const key of dollarKeys) {
    const { tokenClass, dollars } = dollarClasses[key];
    units[tokenClass] = pico(price.extra_ratios?.[key] ?? dollars) * quotaPerDollar * group;
  }
  if (price.type === "times")
    return { kind: "times", perCall: micro(price.input) * 1000n * group * 1_000_000n, rates: units };
  const input = micro(price.input) * group;
  const output = micro(price.output) * group;
  const rates = { ...units, input: input * 1_000_000n, output: output * 1_000_000n } as Record<
    TokenClass,
    bigint
  >;
  for (const key of extraRatioKeys) {
    const { tokenClass, side, ratio } = extraRatioClasses[key];
    rates[tokenClass] = (side === "input" ? input : output) * micro(price.extra_ratios?.[key] ?? ratio);
  }
  return { kind: "tokens", rates };
}

/** Quota for one call, rounded up once at the end. No tokens at all cost nothing. */
export function callCost(rates: CostRates, usage: UsageCounts): number {
  let total = rates.kind === "times" ? rates.perCall : 0n;
  for (const tokenClass in usage) {
    const count = usage[tokenClass as TokenClass];
    if (count > 0) total += BigInt(count) * (rates.rates[tokenClass as TokenClass] ?? 0n);
  }
  const quota = (total + scale - 1n) / scale;
  return quota > quotaMost ? limits.quotaMax : Number(quota);
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
  web_search: 0,
  file_search: 0,
  code_run: 0,
  image_generation: 0,
  seconds: 0,
  pictures: 0,
  characters: 0,
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

/** Dollars, per million tokens or per call, as the multiplier that is stored: six decimals, at most the largest one. */
export function multiplierOfDollars(type: PriceTerms["type"], dollars: number): number {
  const one = type === "times" ? dollarsPerCall(1) : dollarsPerMillion(1);
  return Math.min(limits.multiplierMax, Math.round((dollars / one) * 1e6) / 1e6);
}

/** Dollars per million tokens of each class for a group, as `callCost` charges them; undefined for a price per call. */
export function effectivePrices(
  price: PriceTerms,
  groupRatio: number,
): Record<PricedClass, number> | undefined {
  const { kind, rates } = costRates(price, groupRatio);
  if (kind === "times") return undefined;
  const dollars = (tokenClass: PricedClass): number =>
    Number(((rates[tokenClass] ?? 0n) * 1_000_000n) / quotaPerDollar) / Number(scale);
  return Object.fromEntries(pricedClasses.map((one) => [one, dollars(one)])) as Record<PricedClass, number>;
}

/** Classes that are counted in tokens. */
const pricedClasses = [
  "input",
  "output",
  ...extraRatioKeys.map((key) => extraRatioClasses[key].tokenClass),
] as const;
type PricedClass = (typeof pricedClasses)[number];
