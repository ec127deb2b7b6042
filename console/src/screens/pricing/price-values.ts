import { type Price, price, priceBatchForm } from "@tollgate/contract/pricing";
import type { PriceRule } from "@tollgate/contract/price-rules";
import type { FieldErrors, Resolver } from "react-hook-form";
import { formResolver } from "../../lib/forms/form-resolver";
import { onlyChanges } from "../../lib/forms/only-changes";
import { extrasOf } from "./extras";

/** What the price editor holds: one price, for one model or for several. */
export type PriceValues = Omit<Price, "model"> & { models: string[] };

/** A price before anything is typed. */
export const newPriceValues: PriceValues = {
  models: [],
  type: "tokens",
  channel_type: 0,
  input: Number.NaN,
  output: Number.NaN,
  locked: false,
  extra_ratios: {},
  rules: [],
};

/** What the editor opens with: a stored price, a price of several models, or a new one. */
export interface PriceEditorStart {
  /** Models of the stored price; empty for a new one. */
  former: readonly string[];
  values: PriceValues;
}

/** A stored price, of one model or of all models with the same price. */
export function startOfPrice(price: Price, models: readonly string[]): PriceEditorStart {
  const { type, channel_type, input, output, locked, extra_ratios, rules } = price;
  const terms = { type, channel_type, input, output, locked, extra_ratios, rules };
  return { former: models, values: { ...terms, models: [...models] } };
}

/** A new price, for a model that is already known or for none yet. */
export function startOfNewPrice(values: Partial<PriceValues> = {}): PriceEditorStart {
  return { former: [], values: { ...newPriceValues, ...values } };
}

/** What is saved: a price per call has no output and no token classes, but the prices of tools and units count beside it. */
export function savedPrice(values: PriceValues): PriceValues {
  const isTimes = values.type === "times";
  return {
    ...values,
    ...(isTimes && { output: 0 }),
    extra_ratios: savedExtras(values.extra_ratios, isTimes),
    rules: values.rules.map((rule) => savedRule(rule, isTimes)),
  };
}

/** What was changed in an editor that opened with `start`, on top of the price as it is stored now. */
export function onStoredPrice(
  start: PriceValues,
  values: PriceValues,
  stored: Price | undefined,
): PriceValues {
  const wanted = savedPrice(values);
  if (!stored) return wanted;
  const { type, channel_type, input, output, locked, extra_ratios, rules } = stored;
  const now = { type, channel_type, input, output, locked, extra_ratios, rules };
  return savedPrice({ ...now, models: wanted.models, ...onlyChanges(savedPrice(start), wanted) });
}

/** Emptied fields are left out. */
function savedExtras(extras: Price["extra_ratios"], isTimes: boolean): Price["extra_ratios"] {
  const { ratios, dollars } = extrasOf(extras);
  const kept = isTimes ? dollars : [...ratios, ...dollars];
  return Object.fromEntries(kept.map(({ key, value }) => [key, value]));
}

function savedRule(
  { when, input, output, extra_ratios: extras, ratio }: PriceRule,
  isTimes: boolean,
): PriceRule {
  const kept = savedExtras(extras ?? {}, isTimes);
  return {
    when,
    ...(input !== undefined && { input }),
    ...(output !== undefined && !isTimes && { output }),
    ...(Object.keys(kept).length > 0 && { extra_ratios: kept }),
    ...(ratio !== undefined && { ratio }),
  };
}

/** The contract's rules for a price, with the models that it is for. */
export const priceOfModels = price.omit({ model: true }).extend({ models: priceBatchForm.shape.models });

const contractResolver = formResolver(priceOfModels) as unknown as Resolver<PriceValues>;

/** The contract's schema, and no second price for a model; `taken` words that problem. */
export function priceResolver(
  others: ReadonlySet<string>,
  taken: (model: string) => string,
): Resolver<PriceValues> {
  return async (values, context, options) => {
    const result = await contractResolver(savedPrice(values), context, options);
    const double = values.models.find((model) => others.has(model));
    if (double === undefined) return result;
    const errors: FieldErrors<PriceValues> = {
      ...result.errors,
      models: { type: "custom", message: taken(double) },
    };
    return { values: {}, errors };
  };
}
