import * as z from "zod";
import { extraRatioKeys, toolPriceKeys } from "./cost.ts";
import { defineEndpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { modelDescription } from "./model-catalog.ts";
import { modelPattern } from "./model-pattern.ts";
import { familyBody } from "./sent-fields.ts";

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

/** A price with the description of its model, where there is one. Writes ignore `model_info`: descriptions have calls of their own. */
export const listedPrice = price.extend({ model_info: modelDescription.optional() });
export type ListedPrice = z.infer<typeof listedPrice>;

/** Most prices that one call may hold. */
const batchMost = 2000;

const modelParams = z.object({ "*": z.string().min(1).max(limits.modelNameMax) });

export const listPrices = defineEndpoint({
  method: "GET",
  path: "/api/prices",
  access: "public",
  summary: "All prices, by provider and model, with the descriptions of models",
  data: z.array(listedPrice),
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
  body: z.object({ models: z.array(z.string().min(1)).min(1).max(batchMost) }),
  data: z.object({ changed: z.number().int() }),
});

/** The family's editor of one price for many models: `original_models` had the price before, `models` have it afterwards. */
export const updatePrices = defineEndpoint({
  method: "POST",
  path: "/api/prices/multiple",
  access: "admin",
  summary: "Give several models one price; models that are no longer named lose theirs",
  body: z.object({
    original_models: z.array(z.string().min(1)).max(batchMost).default([]),
    models: z.array(modelPattern).min(1).max(batchMost),
    price: familyBody(price.omit({ model: true })),
  }),
  data: z.object({ changed: z.number().int() }),
});

/**
 * `add` and `system` add prices of models that have none. `update` replaces prices that are not locked. `overwrite` does both and deletes
 * every other price that is not locked.
 */
export const priceSyncModes = ["system", "add", "update", "overwrite"] as const;
export type PriceSyncMode = (typeof priceSyncModes)[number];

export const syncPrices = defineEndpoint({
  method: "POST",
  path: "/api/prices/sync",
  access: "admin",
  summary: "Take over a list of prices; locked prices stay",
  query: z.object({ updateMode: z.enum(priceSyncModes).default("system") }),
  body: z.array(familyBody(price)).min(1).max(batchMost),
  data: z.object({
    added: z.number().int(),
    updated: z.number().int(),
    deleted: z.number().int(),
  }),
});
