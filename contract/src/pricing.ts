import * as z from "zod";
import { extraRatioKeys, toolPriceKeys, unitPriceKeys } from "./cost.ts";
import { defineEndpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { changedCount } from "./list-query.ts";
import { modelDescription } from "./model-catalog.ts";
import { modelPattern } from "./model-pattern.ts";
import { familyBody } from "./sent-fields.ts";

const multiplier = z.number().min(0).max(limits.multiplierMax);

export const extraRatios = z
  .partialRecord(z.enum([...extraRatioKeys, ...toolPriceKeys, ...unitPriceKeys]), multiplier)
  .meta({
    id: "ExtraRatios",
    description:
      "Multiples of the token price by kind of token; dollars per call of an upstream's own tool; dollars per second of audio or video (`second`), per generated picture (`picture`), per character of speech (`character`).",
  });

const conditionText = z.string().trim().min(1).max(limits.ruleTextMax);

export const ruleConditions = z
  .strictObject({
    prompt_above: z
      .int()
      .min(0)
      .max(limits.usageMax)
      .optional()
      .describe("The whole prompt, cache reads and writes included, has more tokens than this."),
    service_tier: conditionText
      .optional()
      .describe("The service tier or speed of the call: `flex`, `priority`, `batch`, `fast`."),
    size: conditionText
      .optional()
      .describe("Size of the pictures or the video, as the request names it: `1024x1536`."),
    quality: conditionText
      .optional()
      .describe("Quality of the pictures or the video, as the request names it: `high`."),
  })
  .refine((when) => Object.values(when).some((value) => value !== undefined), {
    params: { code: "price.rule_without_condition" },
    message: "A rule needs at least one condition.",
  })
  .meta({ id: "RuleConditions", description: "Conditions of a rule; all must hold." });

/** Values of a price that hold for some calls only. */
export const priceRule = z
  .strictObject({
    when: ruleConditions,
    input: multiplier.optional().describe("Multiplier of input tokens, or of a call."),
    output: multiplier.optional().describe("Multiplier of output tokens."),
    extra_ratios: extraRatios.optional().describe("Replaces the price's own, key by key."),
    ratio: multiplier.optional().describe("Multiplies everything that the call costs."),
  })
  .refine((rule) => Object.entries(rule).some(([name, value]) => name !== "when" && value !== undefined), {
    params: { code: "price.rule_without_value" },
    message: "A rule needs at least one value.",
  })
  .meta({
    id: "PriceRule",
    description: "Values that replace a price's own where every condition holds. Rules apply in order.",
  });

/** A price of one model or `prefix*`; `input` and `output` are multipliers (1 = $0.002 per 1,000 tokens). */
export const price = z
  .object({
    model: modelPattern.describe("A model name or a prefix with `*`."),
    type: z.enum(["tokens", "times"]).describe("`tokens`: per token, `times`: per call."),
    channel_type: z.int().min(0).describe("Provider number; 0 for none in particular."),
    input: multiplier.describe("Multiplier of input tokens, or of a call."),
    output: multiplier.describe("Multiplier of output tokens."),
    locked: z.boolean().default(false).describe("Locked prices are left alone by price updates."),
    extra_ratios: extraRatios.default({}),
    rules: z
      .array(priceRule)
      .max(limits.priceRulesMax)
      .default([])
      .describe("Other values for long prompts, service tiers, or pictures by size and quality; in order."),
  })
  .meta({
    id: "Price",
    description:
      "The price of one model or of all models with a prefix (`gpt-4o*`). Multiplier 1 is $0.002 per 1,000 tokens, or per call.",
  });
export type Price = z.infer<typeof price>;
export type PriceInput = z.input<typeof price>;

/** A price to be stored. One API clients do not support rules: a body without them keeps the model's rules. */
export const savedPrice = price
  .extend({
    rules: price.shape.rules
      .removeDefault()
      .optional()
      .describe("Without this field the stored rules stay; an empty list removes them."),
  })
  .meta({ id: "SavedPrice", description: "A price to store. Without `rules` the stored ones stay." });
export type SavedPrice = z.infer<typeof savedPrice>;

/** A price with the description of its model. Writes ignore `model_info`: descriptions have calls of their own. */
export const listedPrice = price
  .extend({ model_info: modelDescription.optional() })
  .meta({ id: "ListedPrice", description: "A price with the description of its model, where there is one." });
export type ListedPrice = z.infer<typeof listedPrice>;

/** Most prices that one call may hold. */
const batchMost = 2000;

const modelParams = z.object({ "*": z.string().min(1).max(limits.modelNameMax) });

export const listPrices = defineEndpoint({
  method: "GET",
  path: "/api/prices",
  access: "public",
  summary: "All prices with the descriptions of models; those in use first, then by provider and model",
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
  body: savedPrice,
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
  .object({ models: z.array(z.string().min(1)).min(1).max(batchMost) })
  .meta({ id: "PriceDeletionForm" });

export const deletePrices = defineEndpoint({
  method: "PUT",
  path: "/api/prices/multiple/delete",
  access: "admin",
  summary: "Delete several prices",
  body: priceDeletionForm,
  data: changedCount,
});

/** The family's editor of one price for many models. */
export const priceBatchForm = z
  .object({
    original_models: z
      .array(z.string().min(1))
      .max(batchMost)
      .default([])
      .describe("Models that had the price before; those that `models` lacks lose their price."),
    models: z.array(modelPattern).min(1).max(batchMost).describe("Models that have the price afterwards."),
    price: familyBody(savedPrice.omit({ model: true }).meta({ id: "PriceOfModels" })),
  })
  .meta({ id: "PriceBatchForm" });
export type PriceBatchForm = z.output<typeof priceBatchForm>;

export const updatePrices = defineEndpoint({
  method: "POST",
  path: "/api/prices/multiple",
  access: "admin",
  summary: "Give several models one price; models that are no longer named lose theirs",
  body: priceBatchForm,
  data: changedCount,
});

/**
 * `add` and `system` add prices of models that have none. `update` replaces prices that are not locked. `overwrite` does both and deletes
 * every other price that is not locked.
 */
export const priceSyncModes = ["system", "add", "update", "overwrite"] as const;
export type PriceSyncMode = (typeof priceSyncModes)[number];

export const priceSyncResult = z
  .object({
    added: z.int(),
    updated: z.int(),
    deleted: z.int(),
  })
  .meta({ id: "PriceSyncResult", description: "How many prices changed." });
export type PriceSyncResult = z.infer<typeof priceSyncResult>;

export const syncPrices = defineEndpoint({
  method: "POST",
  path: "/api/prices/sync",
  access: "admin",
  summary: "Take over a list of prices; locked prices stay",
  query: z.object({ updateMode: z.enum(priceSyncModes).default("system") }),
  body: z.array(familyBody(savedPrice)).min(1).max(batchMost),
  data: priceSyncResult,
});
