import * as z from "zod";
import { defineEndpoint } from "./endpoint.ts";

/** One day and model of the caller's usage; capitalised keys are the family's wire form. */
export const dashboardRow = z.object({
  Date: z.string(),
  ModelName: z.string(),
  RequestCount: z.number().int(),
  Quota: z.number().int(),
  PromptTokens: z.number().int(),
  CompletionTokens: z.number().int(),
  /** Milliseconds that channels took, and for how many of the requests. */
  RequestTime: z.number().int(),
  TimedCount: z.number().int(),
});
export type DashboardRow = z.infer<typeof dashboardRow>;

/** Eight days ending today, so that the first is the comparison of the week. Days are in the zone of `offset` minutes. */
export const getDashboard = defineEndpoint({
  method: "GET",
  path: "/api/user/dashboard",
  access: "user",
  summary: "One's own usage by day and model over the last eight days",
  query: z.object({ offset: z.coerce.number().int().min(-840).max(840).default(0) }),
  data: z.array(dashboardRow),
});

/** What calls cost above their reservation and the balance of their account: paid by the operator. Quota; days in UTC. */
export const getUncollected = defineEndpoint({
  method: "GET",
  path: "/api/user/dashboard/uncollected",
  access: "admin",
  summary: "What no balance covered, over the last 30 days and in total",
  data: z.object({
    last_30_days: z.number().int(),
    last_30_days_calls: z.number().int(),
    all_time: z.number().int(),
  }),
});

/** Steps of the first run; they tick themselves. */
export const getChecklist = defineEndpoint({
  method: "GET",
  path: "/api/user/dashboard/checklist",
  access: "admin",
  summary: "What a new installation still needs",
  data: z.object({
    has_channel: z.boolean(),
    /** No call for a model of an enabled channel would be refused for want of a price. */
    has_price: z.boolean(),
    has_token: z.boolean(),
    has_request: z.boolean(),
    /** Models of enabled channels without a price, and the first few of them. */
    unpriced_count: z.number().int(),
    unpriced_models: z.array(z.string()),
  }),
});
