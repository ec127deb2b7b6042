import * as z from "zod";
import { extraRatioKeys, toolPriceKeys } from "./cost.ts";
import { defineEndpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { changedCount } from "./list-query.ts";
import { modelPattern } from "./model-pattern.ts";

const multiplier = z.number().min(0).max(limits.multiplierMax);

export const extraRatios = z
  .partialRecord(z.enum([...extraRatioKeys, ...toolPriceKeys] as [string, ...string[]]), multiplier)
  .meta({
    id: "ExtraRatios",
    description:
      "Multiples of the token price by kind of token, and dollars per call of an upstream's own tool.",
  });

/** A price of one model or `prefix*`; `input` and `output` are multipliers (1 = $0.002 per 1,000 tokens). */
export const price = z
  .object({
    model: modelPattern.describe("A model name or a prefix with `*`."),
    type: z.enum(["tokens", "times"]).describe("`tokens`: per token, `times`: per call."),
    channel_type: z.number().int().min(0).describe("Provider number; 0 for none in particular."),
    input: multiplier.describe("Multiplier of input tokens, or of a call."),
    output: multiplier.describe("Multiplier of output tokens."),
    locked: z.boolean().default(false).describe("Locked prices are left alone by price updates."),
    extra_ratios: extraRatios.default({}),
  })
  .meta({
    id: "Price",
    description:
      "The price of one model or of all models with a prefix (`gpt-4o*`). Multiplier 1 is $0.002 per 1,000 tokens, or per call.",
  });
export type Price = z.infer<typeof price>;
export type PriceInput = z.input<typeof price>;

const modelParams = z.object({ "*": z.string().min(1).max(limits.modelNameMax) });

export const listPrices = defineEndpoint({
  method: "GET",
  path: "/api/prices",
  access: "public",
  summary: "All prices, by provider and model",
  data: z.array(price),
});

/** Names for pickers. */
export const listModelNames = defineEndpoint({
  method: "GET",
  path: "/api/prices/model_list",
  access: "admin",
  summary: "Names of the models of prices and channels",
  data: z.array(z.string()),
});

export const listUnpricedModels = defineEndpoint({
  method: "GET",
  path: "/api/prices/unpriced",
  access: "admin",
  summary: "Names that calls through channels would be billed by and no price covers",
  data: z.array(z.string()),
});

export const createPrice = defineEndpoint({
  method: "POST",
  path: "/api/prices/single",
  access: "admin",
  summary: "Add a price",
  body: price,
  data: price,
});

export const updatePrice = defineEndpoint({
  method: "PUT",
  path: "/api/prices/single/*",
  access: "admin",
  summary: "Change or rename the price of the model named in the path",
  params: modelParams,
  body: price,
  data: price,
});

export const deletePrice = defineEndpoint({
  method: "DELETE",
  path: "/api/prices/single/*",
  access: "admin",
  summary: "Delete a price",
  params: modelParams,
  data: z.null(),
});

export const priceDeletionForm = z
  .object({ models: z.array(z.string().min(1)).min(1).max(2000) })
  .meta({ id: "PriceDeletionForm" });

export const deletePrices = defineEndpoint({
  method: "PUT",
  path: "/api/prices/multiple/delete",
  access: "admin",
  summary: "Delete several prices",
  body: priceDeletionForm,
  data: changedCount,
});
