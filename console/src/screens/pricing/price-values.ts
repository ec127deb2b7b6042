import { type Price, type PriceInput, price } from "@tollgate/contract/pricing";
import type { FieldErrors, Resolver } from "react-hook-form";
import { formResolver } from "../../lib/forms/form-resolver";
import { extrasOf } from "./extras";

/** What the price editor holds; a price as the contract reads it. */
export type PriceValues = Price;

/** A price before anything is typed. */
export const newPriceValues: PriceValues = {
  model: "",
  type: "tokens",
  channel_type: 0,
  input: Number.NaN,
  output: Number.NaN,
  locked: false,
  extra_ratios: {},
  rules: [],
};

/** What is saved: a price per call has no output and no token classes, but the prices of tools count beside it. */
export function savedPrice(values: PriceValues): PriceInput {
  const { ratios, tools } = extrasOf(values.extra_ratios);
  const toolPrices = tools.map(({ key, dollars }) => [key, dollars]);
  if (values.type === "times") return { ...values, output: 0, extra_ratios: Object.fromEntries(toolPrices) };
  const classRatios = ratios.map(({ key, ratio }) => [key, ratio]);
  return { ...values, extra_ratios: Object.fromEntries([...classRatios, ...toolPrices]) };
}

const contractResolver = formResolver(price) as unknown as Resolver<PriceValues>;

/** The contract's schema, and no second price for a model (specification §5); `taken` words that problem. */
export function priceResolver(
  others: ReadonlySet<string>,
  taken: (model: string) => string,
): Resolver<PriceValues> {
  return async (values, context, options) => {
    const result = await contractResolver(savedPrice(values) as PriceValues, context, options);
    const model = values.model.trim();
    if (!others.has(model)) return result;
    const errors: FieldErrors<PriceValues> = {
      ...result.errors,
      model: { type: "custom", message: taken(model) },
    };
    return { values: {}, errors };
  };
}
