import * as z from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { listedPrice } from "./pricing.ts";
import { availableModelsAddress } from "./site-defaults.ts";

export const modelProvider = z
  .object({
    type: z.int().describe("Number of the provider."),
    text: z.string().describe("Its initials."),
    color: z.string().describe("Color behind the letters."),
    marks_cache: z
      .boolean()
      .optional()
      .describe(
        "Callers mark cached content, which has its own prices. Absent: the vendor caches automatically.",
      ),
  })
  .meta({ id: "ModelProvider" });

export const modelFacts = z
  .object({
    name: z.string().describe("What the operator calls the model; empty where there is no other name."),
    description: z.string(),
    context_length: z.int().describe("Tokens; 0 where it is not known."),
    max_tokens: z.int().describe("Tokens of the longest answer; 0 where it is not known."),
    input_modalities: z.array(z.string()).describe("Kinds of input: `text`, `image`, `audio`, `video`."),
    output_modalities: z
      .array(z.string())
      .describe("Kinds of output: `text`, `image`, `audio`, `video`, `embedding`, `score`."),
    capabilities: z.array(z.string()).describe("`tools`, `reasoning`, `structured output`, `web search`."),
    tags: z.array(z.string()),
    support_url: z.array(z.string()),
  })
  .meta({
    id: "ModelFacts",
    description: "What is known of a model: the operator's description, else the price book's.",
  });
export type ModelFacts = z.infer<typeof modelFacts>;

export const availableModel = z
  .object({
    groups: z.array(z.string()).describe("Symbols of the groups that reach the model."),
    owned_by: z
      .string()
      .describe("Provider that the model's price names, otherwise the one of the channel that serves it."),
    owner: modelProvider,
    price: listedPrice.nullable(),
    facts: modelFacts.optional().describe("Left out where nothing is known."),
  })
  .meta({ id: "AvailableModel" });

/** Models that at least one enabled channel serves in a group the caller may use. */
export const listAvailableModels = defineEndpoint({
  ...availableModelsAddress,
  access: "public",
  summary: "Callable models with groups and prices, by name",
  data: z.record(z.string(), availableModel),
});

/** Provider number → names of the models that its channels serve to the caller. */
export const listModelsByProvider = defineEndpoint({
  method: "GET",
  path: "/api/models",
  access: "user",
  summary: "Models that you can call, by the number of the provider that serves them",
  data: z.record(z.string(), z.array(z.string())),
});

export const listOwnModels = defineEndpoint({
  method: "GET",
  path: "/api/user/models",
  access: "user",
  summary: "Names of the models that you can call, in one group or in any",
  query: z.object({ group: z.string().max(limits.groupSymbolMax).default("") }),
  data: z.array(z.string()),
});

/**
 * A price in new-api's format. `quota_type` 0: by tokens, `model_ratio` is the input multiplier and
 * `completion_ratio` output divided by input; 1: by call, `model_price` is dollars.
 */
export const modelPricing = z
  .object({
    model_name: z.string(),
    description: z.string(),
    quota_type: z.union([z.literal(0), z.literal(1)]),
    model_ratio: z.number(),
    model_price: z.number(),
    completion_ratio: z.number(),
    owner_by: z.string().describe("Name of the provider."),
    vendor_id: z.int(),
    enable_groups: z.array(z.string()).describe("Symbols of the groups that reach the model."),
    enable_group: z.array(z.string()).describe("The same as `enable_groups`."),
    supported_endpoint_types: z
      .array(z.string())
      .describe("Always empty: every model answers in every wire format that fits its kind."),
  })
  .meta({
    id: "ModelPricing",
    description: "A price as multipliers. `quota_type` 0: by tokens, 1: by call.",
  });
export type ModelPricing = z.infer<typeof modelPricing>;

export const modelVendor = z
  .object({ id: z.int(), name: z.string(), description: z.string(), icon: z.string() })
  .meta({ id: "ModelVendor" });

export const listModelPricing = defineEndpoint({
  method: "GET",
  path: "/api/pricing",
  access: "public",
  summary: "Prices of callable models with the groups that reach them",
  data: z.array(modelPricing),
  beside: z.object({
    vendors: z.array(modelVendor),
    group_ratio: z
      .record(z.string(), z.number())
      .describe("Ratios of the groups that the caller may use, by symbol."),
    usable_group: z.record(z.string(), z.string()).describe("Names of the same groups, by symbol."),
    supported_endpoint: z.record(z.string(), z.unknown()),
    auto_groups: z.array(z.string()),
  }),
});
