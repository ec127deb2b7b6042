import { isSameTier } from "@tollgate/contract/price-rules";
import type { SimulatedCall } from "@tollgate/contract/price-simulation";

/** A channel's factor on the price for a field; `free`: none; `rejected`: it does not pass the field. */
export type FieldRatio = number | "free" | "rejected";

export interface FieldTerms {
  /** The channel's ratio for the tier; undefined where it does not allow the tier. */
  tier: number | undefined;
  /** Product of the ratios of the other fields. */
  ratio: number;
  refused: string[];
}

/** Fields that select a tier. */
const tierFields = ["service_tier", "speed"] as const;

/** The effect of a call's paid fields on one channel. */
export function termsOfFields(
  { service_tier: tier, paid_fields: fields }: SimulatedCall,
  ratioOf: (field: string, value: string | undefined) => FieldRatio,
): FieldTerms {
  const terms: FieldTerms = { tier: undefined, ratio: 1, refused: [] };
  for (const field of tier === "" ? [] : tierFields) {
    const ratio = ratioOf(field, tier);
    if (typeof ratio === "number") terms.tier ??= ratio;
  }
  for (const text of fields) {
    const [field = "", value] = text.split("=");
    // The tier is counted once, also where its field is named again.
    const isTier = tier !== "" && value !== undefined && isSameTier(value, tier);
    if (isTier && tierFields.some((name) => name === field)) continue;
    const ratio = ratioOf(field, value);
    if (ratio === "rejected") terms.refused.push(text);
    else if (ratio !== "free") terms.ratio *= ratio;
  }
  return terms;
}
