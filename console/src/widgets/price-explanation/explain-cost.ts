import {
  callCost,
  costRates,
  extraRatioClasses,
  extraRatioKeys,
  type PriceTerms,
  type TokenClass,
  type UsageCounts,
} from "@tollgate/contract/cost";

/** One token class of a call: `tokens × multiplier × extraRatio × groupRatio = quota`. */
export interface CostLine {
  tokenClass: TokenClass;
  tokens: number;
  /** The price's input or output multiplier, by the side the class is charged on. */
  multiplier: number;
  /** Ratio of the class; 1 for plain input and output. */
  extraRatio: number;
  /** Quota of this class before the one rounding at the end; a fraction is possible. */
  quota: number;
}

/** A call's cost taken apart. The lines add up to `exact`; `total` is that rounded up once. */
export interface CostExplanation {
  kind: PriceTerms["type"];
  groupRatio: number;
  lines: CostLine[];
  exact: number;
  total: number;
}

interface ClassTerms {
  tokenClass: TokenClass;
  multiplier: number;
  extraRatio: number;
}

const quotaScale = 10n ** 18n;
/** A quota scaled by 10^18 as a number, with six decimals kept. */
const toQuota = (scaled: bigint): number => Number(scaled / 10n ** 12n) / 1e6;

function classTerms(price: PriceTerms): ClassTerms[] {
  const extras = extraRatioKeys.map((key) => {
    const { tokenClass, side, ratio } = extraRatioClasses[key];
    return { tokenClass, multiplier: price[side], extraRatio: price.extra_ratios?.[key] ?? ratio, side };
  });
  return [
    { tokenClass: "input", multiplier: price.input, extraRatio: 1 },
    ...extras.filter((terms) => terms.side === "input"),
    { tokenClass: "output", multiplier: price.output, extraRatio: 1 },
    ...extras.filter((terms) => terms.side === "output"),
  ];
}

/** Takes a call's cost apart with the same rates that the relay multiplies with, so that the sum always agrees. */
export function explainCost(price: PriceTerms, groupRatio: number, usage: UsageCounts): CostExplanation {
  const rates = costRates(price, groupRatio);
  const total = callCost(rates, usage);
  if (rates.kind === "times") {
    return { kind: "times", groupRatio, lines: [], exact: toQuota(rates.perCall), total };
  }
  let sum = 0n;
  const lines: CostLine[] = [];
  for (const { tokenClass, multiplier, extraRatio } of classTerms(price)) {
    const tokens = usage[tokenClass];
    if (tokens <= 0) continue;
    const scaled = BigInt(tokens) * rates.rates[tokenClass];
    sum += scaled;
    lines.push({ tokenClass, tokens, multiplier, extraRatio, quota: toQuota(scaled) });
  }
  return { kind: "tokens", groupRatio, lines, exact: Number((sum * 1_000_000n) / quotaScale) / 1e6, total };
}
