import { type PriceTerms, type UnitPriceKey, unitPriceKeys } from "@tollgate/contract/cost";

/** The unit that a price charges by instead of tokens, and its dollars; undefined for every price that charges tokens or calls. */
export function unitPriceOf(price: PriceTerms): { unit: UnitPriceKey; dollars: number } | undefined {
  if (price.type !== "tokens" || price.input > 0 || price.output > 0) return undefined;
  for (const unit of unitPriceKeys) {
    const dollars = price.extra_ratios?.[unit];
    if (dollars !== undefined && dollars > 0) return { unit, dollars };
  }
  return undefined;
}
