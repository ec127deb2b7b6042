import * as z from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { queryTime } from "./list-query.ts";

/** One day and model of the caller's usage; capitalised keys are the family's wire form. */
export const dashboardRow = z
  .object({
    Date: z.string(),
    ModelName: z.string(),
    RequestCount: z.int(),
    Quota: z.int(),
    PromptTokens: z.int(),
    CompletionTokens: z.int(),
    RequestTime: z
      .int()
      .describe("Milliseconds that channels took for the requests of `TimedCount`, summed."),
    TimedCount: z.int().describe("Requests that were sent to a channel, without asynchronous tasks."),
  })
  .meta({ id: "DashboardRow", description: "One day of your usage of one model." });
export type DashboardRow = z.infer<typeof dashboardRow>;

/** Eight days ending today, so that the first is the comparison of the week. Days are in the zone of `offset` minutes. */
export const getDashboard = defineEndpoint({
  method: "GET",
  path: "/api/user/dashboard",
  access: "user",
  summary: "Your usage by day and model over the last eight days",
  query: z.object({ offset: z.coerce.number().int().min(-840).max(840).default(0) }),
  data: z.array(dashboardRow),
});

const longestUsage = 31 * 86_400;

/** One hour, or in a longer span one day in UTC, of the caller's usage of a model. */
export const usageRow = z
  .object({
    user_id: z.int(),
    username: z.string(),
    model_name: z.string(),
    created_at: z.int().describe("Epoch seconds of the beginning of the hour or day."),
    count: z.int(),
    quota: z.int(),
    token_used: z.int().describe("Tokens of prompts and answers."),
  })
  .meta({
    id: "UsageRow",
    description: "One hour of your usage of a model, or one UTC day in spans above seven days.",
  });
export type UsageRow = z.infer<typeof usageRow>;

/** Epoch seconds, both included; 0: now and a week before the end. By hour up to seven days, by day above. */
export const listOwnUsage = defineEndpoint({
  method: "GET",
  path: "/api/data/self",
  access: "user",
  summary: "Your usage by time and model, over at most 31 days",
  query: z
    .object({ start_timestamp: queryTime, end_timestamp: queryTime })
    .refine(
      ({ start_timestamp: start, end_timestamp: end }) =>
        start === 0 || end === 0 || (end >= start && end - start <= longestUsage),
      {
        path: ["end_timestamp"],
        params: { code: "date.span" },
        message: "The end must be after the start, by at most 31 days.",
      },
    ),
  data: z.array(usageRow),
});

export const uncollectedUsage = z
  .object({
    last_30_days: z.int(),
    last_30_days_calls: z.int(),
    all_time: z.int(),
  })
  .meta({ id: "UncollectedUsage", description: "Quota that calls cost and no balance covered." });

/** What calls cost above their reservation and the balance of their account: paid by the operator. Quota; days in UTC. */
export const getUncollected = defineEndpoint({
  method: "GET",
  path: "/api/user/dashboard/uncollected",
  access: "admin",
  summary: "What no balance covered, over the last 30 days and in total",
  data: uncollectedUsage,
});

export const setupChecklist = z
  .object({
    has_channel: z.boolean(),
    has_price: z.boolean().describe("Every model of an enabled channel has a price."),
    has_token: z.boolean(),
    has_request: z.boolean(),
    unpriced_count: z.int().describe("Models of enabled channels without a price."),
    unpriced_models: z.array(z.string()).describe("The first few of those models."),
  })
  .meta({ id: "SetupChecklist" });

/** Steps of the first run; they tick themselves. */
export const getChecklist = defineEndpoint({
  method: "GET",
  path: "/api/user/dashboard/checklist",
  access: "admin",
  summary: "What a new installation still needs",
  data: setupChecklist,
});
