import {
  callCost,
  completionTokens,
  costRates,
  noUsage,
  promptTokens,
  type UsageCounts,
} from "@tollgate/contract/cost";
import { priceCall } from "@tollgate/contract/price-rules";
import { exampleTokens, exampleUnits } from "./price-units";
import { priceOfModels, type PriceValues, savedPrice } from "./price-values";

/** A call that a rule applies to, and what it costs with all rules and without any. In quota. */
export interface RuleExample {
  input: number;
  output: number;
  /** Units that the price charges for. */
  units: Partial<Pick<UsageCounts, "seconds" | "pictures" | "characters">>;
  cost: number;
  without: number;
}

/** An example for the rule at `index`; undefined while the price or a rule is not whole yet. */
export function ruleExample(values: PriceValues, index: number): RuleExample | undefined {
  // The models may still be missing.
  const parsed = priceOfModels.safeParse({ ...savedPrice(values), models: ["example"] });
  const rule = parsed.data?.rules[index];
  if (!parsed.success || !rule) return undefined;
  const price = parsed.data;
  const { prompt_above: above, service_tier: serviceTier, size, quality } = rule.when;
  const prices = { ...price.extra_ratios, ...rule.extra_ratios };
  const units = {
    ...(prices.second !== undefined && { seconds: exampleUnits.second }),
    ...(prices.picture !== undefined && { pictures: exampleUnits.picture }),
    ...(prices.character !== undefined && { characters: exampleUnits.character }),
  };
  const input = above === undefined ? exampleTokens.input : Math.ceil((above + 1) / 10_000) * 10_000;
  const usage: UsageCounts = { ...noUsage, ...exampleTokens, input, ...units };
  const { cost } = priceCall(price, 1, usage, { serviceTier, size, quality });
  const without = callCost(costRates(price, 1), usage);
  return { input: promptTokens(usage), output: completionTokens(usage), units, cost, without };
}
