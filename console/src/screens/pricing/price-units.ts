import {
  callCost,
  costRates,
  dollarsPerCall,
  dollarsPerMillion,
  noUsage,
  type PriceTerms,
} from "@tollgate/contract/cost";

export type PriceType = PriceTerms["type"];

/** Example call of the editor: the tokens whose cost is shown while a price is typed. */
export const exampleTokens = { input: 1_000, output: 500 } as const;

/** A multiplier in the dollars an operator thinks in: per million tokens, or per call. */
export function dollarsOfMultiplier(type: PriceType, multiplier: number): number {
  return trimFloat(type === "times" ? dollarsPerCall(multiplier) : dollarsPerMillion(multiplier));
}

/** Cuts the noise of binary fractions (0.30000000000000004) without losing a digit that matters. */
function trimFloat(value: number): number {
  return Number(value.toPrecision(12));
}

/** Quota of the example call at a price; undefined while the price is not a number yet. */
export function exampleCost(terms: PriceTerms, groupRatio = 1): number | undefined {
  if (![terms.input, terms.output].every((value) => Number.isFinite(value) && value >= 0)) return undefined;
  return callCost(costRates(terms, groupRatio), { ...noUsage, ...exampleTokens });
}
