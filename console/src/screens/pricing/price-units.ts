import {
  type UnitPriceKey,
  unitPriceClasses,
  callCost,
  costRates,
  dollarsPerCall,
  dollarsPerMillion,
  multiplierOfDollars,
  noUsage,
  type PriceTerms,
} from "@tollgate/contract/cost";
import type { PriceUnit } from "../../widgets/price-cells/unit-choice";

export type PriceType = PriceTerms["type"];

/** Example call of the editor: the tokens whose cost is shown while a price is typed. */
export const exampleTokens = { input: 1_000, output: 500 } as const;

/** What the examples count of each unit that a price charges instead of tokens. */
export const exampleUnits: Readonly<Record<UnitPriceKey, number>> = {
  second: 60,
  picture: 1,
  character: 1000,
};

/** A multiplier in the dollars an operator thinks in: per million or thousand tokens, or per call. */
export function dollarsOfMultiplier(type: PriceType, multiplier: number, unit: PriceUnit = "1M"): number {
  if (type === "times") return trimFloat(dollarsPerCall(multiplier));
  return trimFloat(dollarsPerMillion(multiplier) / (unit === "1M" ? 1 : 1000));
}

/** The other way round: six decimals, as it is stored. */
export function multiplierOf(type: PriceType, dollars: number, unit: PriceUnit): number {
  return multiplierOfDollars(type, type === "tokens" && unit === "1K" ? dollars * 1000 : dollars);
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

/** Quota of the example's units at a price that charges by them. */
export function exampleUnitCost(unit: UnitPriceKey, dollars: number): number {
  const price: PriceTerms = { type: "tokens", input: 0, output: 0, extra_ratios: { [unit]: dollars } };
  return callCost(costRates(price, 1), {
    ...noUsage,
    [unitPriceClasses[unit].tokenClass]: exampleUnits[unit],
  });
}
