import * as z from "zod";
import { extraRatioKeys, toolPriceKeys } from "./cost.ts";
import { defineEndpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { modelPattern } from "./model-pattern.ts";

const multiplier = z.number().min(0).max(limits.multiplierMax);

export const extraRatios = z.partialRecord(
  z.enum([...extraRatioKeys, ...toolPriceKeys] as [string, ...string[]]),
  multiplier,
);

/** A price of one model or `prefix*`; `input` and `output` are multipliers (1 = $0.002 per 1,000 tokens). */
export const price = z.object({
  model: modelPattern,
  type: z.enum(["tokens", "times"]),
  /** Provider number; 0 for none in particular. */
  channel_type: z.number().int().min(0),
  input: multiplier,
  output: multiplier,
  /** Locked prices are left alone by price updates. */
  locked: z.boolean().default(false),
  extra_ratios: extraRatios.default({}),
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

export const deletePrices = defineEndpoint({
  method: "PUT",
  path: "/api/prices/multiple/delete",
  access: "admin",
  summary: "Delete several prices",
  body: z.object({ models: z.array(z.string().min(1)).min(1).max(2000) }),
  data: z.object({ changed: z.number().int() }),
});
