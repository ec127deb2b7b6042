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
    z.object({ groups: z.array(z.string()), owned_by: z.string(), price: price.nullable() }),
  ),
});
