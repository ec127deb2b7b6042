import * as z from "zod";
import { channelErrorKinds } from "./channel-problems.ts";
import { defineEndpoint } from "./endpoint.ts";
import { idParams } from "./list-query.ts";

const count = z.int();

/** Attempts at a channel, retried ones included; calls that their caller cancelled are not counted. */
export const channelHealthCounts = z.object({
  successes: count,
  authentication: count.describe("The upstream rejected the key."),
  no_balance: count.describe("The upstream account has no balance."),
  rate_limit: count,
  timeout: count.describe("No first byte in time, or an idle timeout within an answer."),
  server_error: count.describe("The upstream failed or was overloaded."),
  bad_answer: count.describe("The upstream sent something that is not a model API response."),
  not_found: count.describe("The upstream does not have the model or the address (404)."),
  wrong_request: count.describe("Rejected for what the caller sent; not counted against the channel."),
  connection: count.describe("No connection to the upstream."),
  first_token_sum: count.describe("Milliseconds to the first token of successful streams, summed."),
  first_token_count: count.describe("How many streams `first_token_sum` covers."),
  response_sum: count.describe("Milliseconds to the end of successful attempts, summed."),
});
export type ChannelHealthCounts = z.infer<typeof channelHealthCounts>;

export const channelHealthSpan = channelHealthCounts
  .extend({ start: z.int().describe("Epoch seconds.") })
  .meta({ id: "ChannelHealthSpan", description: "How the attempts of one time span ended." });
export type ChannelHealthSpan = z.infer<typeof channelHealthSpan>;

const frame = {
  start: z.int().describe("Start of the first span, epoch seconds."),
  span: z.int().describe("Length of a span in seconds."),
  count: z.int().describe("Number of spans."),
};

export const channelUsageSpan = z
  .object({
    start: z.int().describe("Epoch seconds."),
    request_count: z.int(),
    quota: z.int().describe("Charged."),
    tokens: z.int().describe("Of prompts and answers."),
  })
  .meta({ id: "ChannelUsageSpan", description: "What the calls of one time span used." });
export type ChannelUsageSpan = z.infer<typeof channelUsageSpan>;

export const channelUsage = z
  .object({ ...frame, spans: z.array(channelUsageSpan).describe("Spans with calls, oldest first.") })
  .meta({ id: "ChannelUsage", description: "What calls of one channel used, from roll-ups." });

export const channelHealth = z
  .object({
    ...frame,
    spans: z.array(channelHealthSpan).describe("Spans with at least one attempt, oldest first."),
    usage: channelUsage.describe("What the calls used over the same time, in spans of at least an hour."),
  })
  .meta({ id: "ChannelHealth", description: "How attempts at one channel ended, from roll-ups." });
export type ChannelHealth = z.infer<typeof channelHealth>;

export const channelHealthList = z
  .object({
    ...frame,
    channels: z.array(z.object({ id: z.int(), spans: z.array(channelHealthSpan) })),
  })
  .meta({ id: "ChannelHealthList", description: "The last hour of several channels in five-minute spans." });
export type ChannelHealthList = z.infer<typeof channelHealthList>;

const ids = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15}){0,99}$/)
  .describe("At most 100 channel ids, comma-separated.");

export const listChannelHealth = defineEndpoint({
  method: "GET",
  path: "/api/channel/health",
  access: "admin",
  summary: "How attempts at several channels ended in the last hour, in spans of five minutes",
  query: z.object({ ids }),
  data: channelHealthList,
});

/** Number of spans of each range, and their length in seconds. */
export const channelHealthRanges = {
  "6h": { count: 72, span: 300 },
  "48h": { count: 48, span: 3600 },
  "30d": { count: 30, span: 86_400 },
} as const;
export type ChannelHealthRange = keyof typeof channelHealthRanges;

export const getChannelHealth = defineEndpoint({
  method: "GET",
  path: "/api/channel/:id/health",
  access: "admin",
  summary: "How attempts at a channel ended over a range of time",
  params: idParams,
  query: z.object({ range: z.enum(["6h", "48h", "30d"]).default("6h") }),
  data: channelHealth,
});

/** Sum of spans; zeros for none. */
export function sumHealth(spans: readonly ChannelHealthCounts[]): ChannelHealthCounts {
  const sum = { ...noHealth };
  for (const span of spans) for (const name of healthCounts) sum[name] += span[name];
  return sum;
}

/** Every count of a span, in the order of the contract. */
export const healthCounts = [
  "successes",
  ...channelErrorKinds,
  "first_token_sum",
  "first_token_count",
  "response_sum",
] as const satisfies readonly (keyof ChannelHealthCounts)[];

const noHealth = Object.fromEntries(healthCounts.map((name) => [name, 0])) as ChannelHealthCounts;

/** Attempts that count for or against the channel: all except failures caused by the caller. */
export function countedAttempts(counts: ChannelHealthCounts): number {
  return channelErrorKinds.reduce(
    (sum, kind) => (kind === "wrong_request" ? sum : sum + counts[kind]),
    counts.successes,
  );
}

/** Share of counted attempts that succeeded, 0 to 1; undefined without any. */
export function successRate(counts: ChannelHealthCounts): number | undefined {
  const counted = countedAttempts(counts);
  return counted === 0 ? undefined : counts.successes / counted;
}
