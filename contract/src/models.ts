import * as z from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { price } from "./pricing.ts";

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
      price: price.nullable(),
    }),
  ),
});
