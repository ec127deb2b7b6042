import * as z from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { price, priceSyncResult } from "./pricing.ts";

/** Characters of the longest price list that is read, from an address or a file. */
export const priceListMax = 6 * 1024 * 1024;
/** Prices of the longest list. */
export const listedPricesMax = 20_000;

/** Shapes of price lists, recognized by what they hold. */
export const priceListFormats = ["tollgate", "one-api", "litellm", "models.dev"] as const;
export type PriceListFormat = (typeof priceListFormats)[number];

export const priceListSource = z
  .discriminatedUnion("source", [
    z.object({ source: z.literal("book").describe("The prices that come with this version.") }),
    z.object({
      source: z.literal("address").describe("A list at an address."),
      address: z.url({ protocol: /^https?$/ }).max(500),
    }),
    z.object({
      source: z.literal("file").describe("A list that is sent along."),
      text: z.string().min(1).max(priceListMax),
    }),
  ])
  .meta({ id: "PriceListSource", description: "Where a price list comes from." });
export type PriceListSource = z.infer<typeof priceListSource>;

/**
 * What taking over a list would do to one price. `gone`: the list does not have the model. `locked`: the price would change or go, and
 * stays because it is locked.
 */
export const priceChangeStates = ["new", "changed", "gone", "locked"] as const;
export type PriceChangeState = (typeof priceChangeStates)[number];

export const priceChange = z
  .object({
    model: z.string(),
    state: z.enum(priceChangeStates),
    before: price.nullable().describe("The stored price; null where there is none."),
    after: price.nullable().describe("The price of the list; null where it has none."),
    served: z.boolean().describe("A channel serves the model."),
    source: z.string().optional().describe("Page on which the vendor publishes the price."),
    date: z.string().optional().describe("When it was read there."),
    note: z.string().optional().describe("What to know about the price."),
  })
  .meta({ id: "PriceChange", description: "What taking over a price list would do to one price." });
export type PriceChange = z.infer<typeof priceChange>;

export const rowProblems = [
  "not_an_object",
  "bad_name",
  "named_twice",
  "bad_number",
  "no_price",
  "other_unit",
  "bad_rule",
] as const;
export type RowProblem = (typeof rowProblems)[number];

export const skippedRow = z
  .object({
    row: z.string().describe("Name of the model, or its place in the list."),
    problem: z.enum(rowProblems),
  })
  .meta({ id: "SkippedRow", description: "A row of a price list that cannot be used." });
export type SkippedRow = z.infer<typeof skippedRow>;

export const priceUpdatePreview = z
  .object({
    digest: z.string().describe("Names this preview; `apply` changes nothing if it would do anything else."),
    format: z.enum(priceListFormats),
    listed: z.int().describe("Prices of the list that can be used."),
    unchanged: z.int().describe("Prices that are the same already."),
    changes: z.array(priceChange),
    skipped: z.array(skippedRow).describe("The first 100 rows that cannot be used."),
    skipped_count: z.int(),
  })
  .meta({ id: "PriceUpdatePreview", description: "What taking over a price list would do." });
export type PriceUpdatePreview = z.infer<typeof priceUpdatePreview>;

/** `add`: new ones. `update`: changed ones. `overwrite`: both, and deletes those that are gone. `chosen`: the named models. */
export const priceUpdateModes = ["add", "update", "overwrite", "chosen"] as const;
export type PriceUpdateMode = (typeof priceUpdateModes)[number];

export const priceUpdateForm = z
  .object({
    list: priceListSource,
    digest: z.string().min(1).max(100),
    mode: z.enum(priceUpdateModes),
    models: z
      .array(z.string().min(1).max(limits.modelNameMax))
      .max(listedPricesMax)
      .default([])
      .describe("Models that change, for the mode `chosen`."),
  })
  .meta({ id: "PriceUpdateForm" });
export type PriceUpdateForm = z.output<typeof priceUpdateForm>;

const largestBody = 2 * priceListMax;

export const previewPriceUpdate = defineEndpoint({
  method: "POST",
  path: "/api/prices/updates/preview",
  access: "admin",
  summary: "What taking over a price list would change; changes nothing",
  body: priceListSource,
  largestBody,
  data: priceUpdatePreview,
});

export const applyPriceUpdate = defineEndpoint({
  method: "POST",
  path: "/api/prices/updates/apply",
  access: "admin",
  summary: "Take over a price list as it was previewed; locked prices stay",
  body: priceUpdateForm,
  largestBody,
  data: priceSyncResult,
});

export const suggestedPrice = z
  .object({
    price,
    from: z.string().describe("The model of the price book whose price it is."),
    source: z.string(),
    date: z.string(),
    note: z.string().optional(),
  })
  .meta({ id: "SuggestedPrice", description: "A price of the price book for a model." });
export type SuggestedPrice = z.infer<typeof suggestedPrice>;

/** The book's price of the name itself, else of the name without its vendor, region, date or suffix. */
export const suggestPrices = defineEndpoint({
  method: "POST",
  path: "/api/prices/suggestions",
  access: "admin",
  summary: "Prices of the price book for models, by name; unknown models are omitted",
  body: z
    .object({ models: z.array(z.string().min(1).max(limits.modelNameMax)).min(1).max(2000) })
    .meta({ id: "PriceSuggestionForm" }),
  data: z.record(z.string(), suggestedPrice),
});
