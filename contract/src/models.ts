import * as z from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { listedPrice } from "./pricing.ts";

/** Models that at least one enabled channel serves in a group the caller may use. */
export const listAvailableModels = defineEndpoint({
  method: "GET",
  path: "/api/available_model",
  access: "public",
  summary: "Callable models with groups and prices, by name",
  data: z.record(
    z.string(),
    z.object({
      groups: z.array(z.string()),
      /** Whose model it is: the provider that its price names, else the one of the channel that serves it. */
      owned_by: z.string(),
      /** Number of that provider, and the letters on a colour that stand for it. */
      owner: z.object({
        type: z.number().int(),
        text: z.string(),
        color: z.string(),
        /** Callers mark what is cached, at prices of its own for reading and writing; left out: the vendor caches by itself. */
        marks_cache: z.boolean().optional(),
      }),
      price: listedPrice.nullable(),
    }),
  ),
});

/** Provider number → names of the models that its channels serve to the caller. */
export const listModelsByProvider = defineEndpoint({
  method: "GET",
  path: "/api/models",
  access: "user",
  summary: "Models that one may call, by the number of the provider that serves them",
  data: z.record(z.string(), z.array(z.string())),
});

export const listOwnModels = defineEndpoint({
  method: "GET",
  path: "/api/user/models",
  access: "user",
  summary: "Names of the models that one may call, in one group or in any",
  query: z.object({ group: z.string().max(limits.groupSymbolMax).default("") }),
  data: z.array(z.string()),
});

/**
 * A price in the words of the family's other branch. `quota_type` 0: by tokens, `model_ratio` is the input multiplier and
 * `completion_ratio` output divided by input; 1: by call, `model_price` is dollars.
 */
export const modelPricing = z.object({
  model_name: z.string(),
  description: z.string(),
  quota_type: z.union([z.literal(0), z.literal(1)]),
  model_ratio: z.number(),
  model_price: z.number(),
  completion_ratio: z.number(),
  /** Name of the provider. */
  owner_by: z.string(),
  vendor_id: z.number().int(),
  /** Groups that reach the model; the family's clients read the first name, its documentation has the second. */
  enable_groups: z.array(z.string()),
  enable_group: z.array(z.string()),
  /** Always empty: every model answers in every wire format that fits its kind. */
  supported_endpoint_types: z.array(z.string()),
});
export type ModelPricing = z.infer<typeof modelPricing>;

export const listModelPricing = defineEndpoint({
  method: "GET",
  path: "/api/pricing",
  access: "public",
  summary: "Prices of callable models with the groups that reach them",
  data: z.array(modelPricing),
  beside: z.object({
    vendors: z.array(
      z.object({ id: z.number().int(), name: z.string(), description: z.string(), icon: z.string() }),
    ),
    /** Symbol → ratio and symbol → name of the groups that the caller may use. */
    group_ratio: z.record(z.string(), z.number()),
    usable_group: z.record(z.string(), z.string()),
    supported_endpoint: z.record(z.string(), z.unknown()),
    auto_groups: z.array(z.string()),
  }),
});
