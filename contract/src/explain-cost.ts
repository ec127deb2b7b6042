import {
  callCost,
  costRates,
  extraRatioClasses,
  extraRatioKeys,
  type PriceTerms,
  type TokenClass,
  toolPriceClasses,
  toolPriceKeys,
  unitPriceClasses,
  unitPriceKeys,
  type UsageCounts,
} from "./cost.ts";

interface LineBase {
  tokenClass: TokenClass;
  /** Quota of this line before the one rounding at the end; a fraction is possible. */
  quota: number;
}

/** One token class of a call: `tokens × multiplier × extraRatio × groupRatio = quota`. */
export interface TokenLine extends LineBase {
  kind: "tokens";
  tokens: number;
  /** The price's input or output multiplier, by the side the class is charged on. */
  multiplier: number;
  /** Ratio of the class; 1 for plain input and output. */
  extraRatio: number;
}

/** Calls of a tool that the upstream itself ran, or units of work: `count × dollars × groupRatio = quota`. */
export interface UnitLine extends LineBase {
  kind: "tool" | "unit";
  count: number;
  /** Price of one, before the group. */
  dollars: number;
}

export type CostLine = TokenLine | UnitLine;

/** A call's cost by line. `perCall` and the lines add up to `exact`; `total` is that rounded up once. */
export interface CostExplanation {
  kind: PriceTerms["type"];
  groupRatio: number;
  /** Quota of the call itself, whatever was used; 0 where tokens are priced. */
  perCall: number;
  lines: CostLine[];
  exact: number;
  total: number;
}

const quotaScale = 10n ** 12n;
/** A quota scaled by 10^18 as a number, with six decimals kept. */
const toQuota = (scaled: bigint): number => Number(scaled / quotaScale) / 1e6;

/** A line that is not multiplied yet. */
type Terms = Omit<TokenLine, "quota" | "tokens"> | Omit<UnitLine, "quota" | "count">;

function tokenTerms(price: PriceTerms): Terms[] {
  const of = (tokenClass: TokenClass, multiplier: number, extraRatio = 1): Terms => ({
    kind: "tokens",
    tokenClass,
    multiplier,
    extraRatio,
  });
  const extrasOf = (wanted: "input" | "output") =>
    extraRatioKeys.flatMap((key) => {
      const { tokenClass, side, ratio } = extraRatioClasses[key];
      return side === wanted ? [of(tokenClass, price[side], price.extra_ratios?.[key] ?? ratio)] : [];
    });
  return [of("input", price.input), ...extrasOf("input"), of("output", price.output), ...extrasOf("output")];
}

function dollarTerms(price: PriceTerms): Terms[] {
  const tools = toolPriceKeys.map((key): Terms => {
    const { tokenClass, dollars } = toolPriceClasses[key];
    return { kind: "tool", tokenClass, dollars: price.extra_ratios?.[key] ?? dollars };
  });
  const units = unitPriceKeys.map((key): Terms => {
    const { tokenClass, dollars } = unitPriceClasses[key];
    return { kind: "unit", tokenClass, dollars: price.extra_ratios?.[key] ?? dollars };
  });
  return [...tools, ...units];
}

/** Explains a call's cost, at terms without rules (`evaluatePrice`), with the relay's own rates, so that the sum always agrees. */
export function explainCost(price: PriceTerms, groupRatio: number, usage: UsageCounts): CostExplanation {
  const rates = costRates(price, groupRatio);
  const perCall = rates.kind === "times" ? rates.perCall : 0n;
  const terms = [...(rates.kind === "times" ? [] : tokenTerms(price)), ...dollarTerms(price)];
  let sum = perCall;
  const lines: CostLine[] = [];
  for (const term of terms) {
    const count = usage[term.tokenClass];
    if (count <= 0) continue;
    const scaled = BigInt(count) * (rates.rates[term.tokenClass] ?? 0n);
    sum += scaled;
    const quota = toQuota(scaled);
    lines.push(term.kind === "tokens" ? { ...term, tokens: count, quota } : { ...term, count, quota });
  }
  const total = callCost(rates, usage);
  return { kind: rates.kind, groupRatio, perCall: toQuota(perCall), lines, exact: toQuota(sum), total };
}
