import * as z from "zod";
import { defineEndpoint, fileAnswer } from "./endpoint.ts";
import { figurePeriod, rangeQuery } from "./figure-range.ts";
import { figureColumns, figures } from "./figures.ts";
import { limits } from "./limits.ts";

const count = z.int();

/** What a series can be grouped by. `owner` is the organization behind a model, `provider` the kind of a channel. */
export const figureGroupings = [
  "none",
  "model",
  "owner",
  "provider",
  "channel",
  "user",
  "group",
  "token",
] as const;
export type FigureGrouping = (typeof figureGroupings)[number];
/** Groupings of one's own figures. */
export const ownFigureGroupings = ["none", "model", "owner", "token"] as const;

/** Metric that ranks the groups of a series. */
export const figureRanks = ["quota", "requests", "tokens"] as const;
export type FigureRank = (typeof figureRanks)[number];

/** Maximum number of separate groups; the others are summed. */
export const figureGroupsMost = 20;

/** Narrows figures to one user's calls. */
const userField = {
  username: z
    .string()
    .trim()
    .max(limits.usernameMax)
    .default("")
    .describe("Only the calls of the user with this name; empty: everyone's."),
};

/** Epoch seconds of the oldest figure; null while there is none. Earlier calls are in no figure. */
const figuresBegin = count
  .nullable()
  .describe("Epoch seconds of the oldest figure; null without any. Earlier calls are in no figure.");

export const usageTotals = z
  .object({
    period: figurePeriod,
    previous_period: figurePeriod.describe(
      "As many days or hours before it. Of a running period only as much as has passed, rounded up to a quarter of an hour.",
    ),
    current: figures,
    previous: figures,
    figures_begin: figuresBegin,
  })
  .meta({ id: "UsageTotals", description: "Usage of a period, with the previous period." });
export type UsageTotals = z.infer<typeof usageTotals>;

export const getUsageTotals = defineEndpoint({
  method: "GET",
  path: "/api/analytics/totals",
  access: "admin",
  summary: "Sums over everyone's calls of a period, with the previous period",
  query: rangeQuery(userField),
  data: usageTotals,
});

export const getOwnUsageTotals = defineEndpoint({
  method: "GET",
  path: "/api/analytics/self/totals",
  access: "user",
  summary: "Sums over your calls of a period, with the previous period",
  query: rangeQuery({}),
  data: usageTotals,
});

const figureGroup = z
  .object({
    key: z
      .string()
      .describe(
        "Model name, group symbol, or number of an owner, provider, channel, user or token; a filter of the log takes it.",
      ),
    label: z.string().describe("Its name; `#12` where only the number is known. Empty: calls without one."),
    owner_name: z.string().describe("Of a token: name of its user. Else empty."),
    deleted: z.boolean().describe("It was deleted since; its figures stay."),
    total: figures,
    values: figureColumns,
  })
  .meta({ id: "FigureGroup", description: "One group of a series." });
export type FigureGroup = z.infer<typeof figureGroup>;

export const usageSeries = z
  .object({
    period: figurePeriod,
    step: z.enum(["hour", "day"]).describe("Hours up to two days, days above."),
    starts: z
      .array(count)
      .describe(
        "Start of each span, epoch seconds; a span ends where the next begins, the last with the period.",
      ),
    groups: z.array(figureGroup).describe("The largest ones, largest first."),
    other: z
      .object({ groups: count.describe("How many groups it sums."), total: figures, values: figureColumns })
      .meta({ id: "FigureRemainder" })
      .nullable()
      .describe("All other groups together; null if there are none."),
    total: figures,
    values: figureColumns.describe("Sums over all groups."),
    figures_begin: figuresBegin,
  })
  .meta({ id: "UsageSeries", description: "Usage over time, by group." });
export type UsageSeries = z.infer<typeof usageSeries>;

const rankFields = {
  rank: z.enum(figureRanks).default("quota").describe("What decides which groups are the largest."),
  top: z.coerce
    .number()
    .int()
    .min(1)
    .max(figureGroupsMost)
    .default(8)
    .describe("Groups shown on their own; the others are summed in `other`."),
};
const seriesFields = {
  by: z.enum(figureGroupings).default("none").describe("With `username` one of none, model, owner, token."),
  ...rankFields,
  ...userField,
};
const ownSeriesFields = { by: z.enum(ownFigureGroupings).default("none"), ...rankFields };

export const getUsageSeries = defineEndpoint({
  method: "GET",
  path: "/api/analytics/series",
  access: "admin",
  summary: "Everyone's calls over time, by model, owner, provider, channel, user, group or token",
  query: rangeQuery(seriesFields),
  data: usageSeries,
});

export const getOwnUsageSeries = defineEndpoint({
  method: "GET",
  path: "/api/analytics/self/series",
  access: "user",
  summary: "Your calls over time, by model, owner or token",
  query: rangeQuery(ownSeriesFields),
  data: usageSeries,
});

export const exportUsageSeries = defineEndpoint({
  method: "GET",
  path: "/api/analytics/export",
  access: "admin",
  summary: "Everyone's calls over time as a CSV file, a line for each span and group",
  query: rangeQuery(seriesFields),
  data: fileAnswer,
  file: ["text/csv"],
});

export const exportOwnUsageSeries = defineEndpoint({
  method: "GET",
  path: "/api/analytics/self/export",
  access: "user",
  summary: "Your calls over time as a CSV file, a line for each span and group",
  query: rangeQuery(ownSeriesFields),
  data: fileAnswer,
  file: ["text/csv"],
});

const column = z.array(count).describe("One number for each span.");

const registrationSums = z
  .object({ direct: count, invited: count })
  .meta({ id: "RegistrationSums", description: "New accounts; invited ones came by an invitation link." });
const redemptionSums = z
  .object({ codes: count, quota: count, users: count.describe("Different users who redeemed.") })
  .meta({ id: "RedemptionSums" });
const orderSums = z
  .object({
    gateway_id: count,
    gateway_name: z.string(),
    currency: z.string(),
    orders: count,
    amount: z.number().describe("Paid, in the currency; refunds are not taken off."),
    refunded: z.number().describe("Refunded of these orders until now, in the currency."),
    quota: count.describe("Credited."),
  })
  .meta({ id: "OrderSums", description: "Paid orders of one gateway and currency." });
export type OrderSums = z.infer<typeof orderSums>;

const registrationGrowth = z
  .object({ current: registrationSums, previous: registrationSums, direct: column, invited: column })
  .meta({ id: "RegistrationGrowth" });
const redemptionGrowth = z
  .object({ current: redemptionSums, previous: redemptionSums, codes: column, quota: column })
  .meta({ id: "RedemptionGrowth" });
const orderGrowth = z
  .object({
    current: z.array(orderSums).describe("By gateway and currency, largest quota first."),
    previous: z.array(orderSums),
    count: column,
    quota: column,
    amounts: z.array(
      z
        .object({ currency: z.string(), values: z.array(z.number()) })
        .meta({ id: "CurrencyColumn", description: "Money paid in one currency, a number for each span." }),
    ),
  })
  .meta({ id: "OrderGrowth" });

export const growth = z
  .object({
    period: figurePeriod,
    previous_period: figurePeriod,
    step: z.enum(["hour", "day"]),
    starts: z.array(count).describe("Start of each span, epoch seconds."),
    registrations: registrationGrowth,
    redemptions: redemptionGrowth,
    orders: orderGrowth,
  })
  .meta({ id: "Growth", description: "Registrations, redemptions and paid orders over time." });
export type Growth = z.infer<typeof growth>;

export const getGrowth = defineEndpoint({
  method: "GET",
  path: "/api/analytics/growth",
  access: "admin",
  summary: "Registrations, redeemed codes and paid orders of a period, with the previous period",
  query: rangeQuery({}),
  data: growth,
});

export const siteOverview = z
  .object({
    spending: z.object({
      quota: count.describe("Charged to all users so far, deleted ones included."),
      balance: count.describe("Sum of the balances of users who are not deleted."),
    }),
    users: z.object({ total: count, direct: count, invited: count }).describe("Users who are not deleted."),
    channels: z.object({
      enabled: count,
      disabled: count.describe("By an administrator."),
      disabled_automatically: count,
    }),
    recharge: z.object({
      redeemed: count.describe("Quota of redeemed codes."),
      ordered: count.describe("Quota of paid orders, without what refunds took back."),
      paid: z.array(
        z
          .object({ currency: z.string(), amount: z.number().describe("Without refunds."), orders: count })
          .meta({ id: "PaidSum" }),
      ),
    }),
    codes: z
      .object({
        issued: count,
        issued_quota: count,
        redeemed: count,
        redeemed_quota: count,
      })
      .meta({ id: "CodeSums" }),
  })
  .meta({ id: "SiteOverview", description: "The site as it is now: spending, users, channels, top-ups." });
export type SiteOverview = z.infer<typeof siteOverview>;

export const getSiteOverview = defineEndpoint({
  method: "GET",
  path: "/api/analytics/overview",
  access: "admin",
  summary: "The site as it is now: spending, balances, users, channels, top-ups and codes",
  data: siteOverview,
});

export const burnRate = z
  .object({
    balance: count.describe("Quota left."),
    last_7_days: count.describe("Quota charged over the last seven times 24 hours."),
    per_day: z
      .number()
      .describe("Its average over a day; over the days since the first charge if those are fewer."),
    days_left: z
      .number()
      .nullable()
      .describe("Days until the balance is used at that rate, rounded down; null while nothing is spent."),
  })
  .meta({ id: "BurnRate", description: "How long your balance lasts." });
export type BurnRate = z.infer<typeof burnRate>;

export const getBurnRate = defineEndpoint({
  method: "GET",
  path: "/api/analytics/self/burn-rate",
  access: "user",
  summary: "Your spending per day, and how long the balance lasts",
  data: burnRate,
});
