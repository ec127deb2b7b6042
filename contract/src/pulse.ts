import * as z from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { figureColumns, figures } from "./figures.ts";

const count = z.int();
const milliseconds = z
  .number()
  .nullable()
  .describe("Milliseconds: upper bound of the bucket that the percentile falls into; null without calls.");

/** Channels of a pulse at most, worst first. */
export const pulseChannelsMost = 100;

/** State of a channel over the hour. `idle`: no counted attempts. */
export const channelStates = ["failing", "degraded", "healthy", "idle"] as const;
export type ChannelState = (typeof channelStates)[number];

export const channelStrip = z
  .object({
    id: count,
    name: z.string(),
    type: count.describe("Number of the provider."),
    enabled: z.boolean(),
    state: z
      .enum(channelStates)
      .describe("By the share of attempts that succeeded: `failing` below 50 %, `degraded` below 95 %."),
    successes: z.array(count).describe("Attempts that succeeded, a number for each span."),
    errors: z
      .array(count)
      .describe("Attempts that failed by the channel's or provider's fault, a number for each span."),
  })
  .meta({ id: "ChannelStrip", description: "How attempts at a channel ended over the last hour." });
export type ChannelStrip = z.infer<typeof channelStrip>;

export const pulse = z
  .object({
    now: count.describe("Epoch seconds by the server's clock."),
    start: count.describe("Start of the first minute, epoch seconds."),
    span: count.describe("Seconds of a span: 60."),
    count: count.describe("Number of spans: 60, the current minute last."),
    values: figureColumns,
    p95: z.array(milliseconds).describe("95th percentile of the latency in each span."),
    total: figures.describe("Sums over the spans."),
    total_p95: milliseconds,
    channels: z
      .object({
        start: count.describe("Start of the first span, epoch seconds."),
        span: count.describe("Seconds of a span: 300."),
        count: count.describe("Number of spans: 12."),
        states: z
          .record(z.enum(channelStates), count)
          .describe("How many channels are in each state; disabled ones without attempts are left out."),
        strips: z.array(channelStrip).describe(`Worst first, at most ${pulseChannelsMost}.`),
      })
      .meta({ id: "PulseChannels" }),
  })
  .meta({ id: "Pulse", description: "The last hour of the gateway by the minute, and how its channels do." });
export type Pulse = z.infer<typeof pulse>;

export const getPulse = defineEndpoint({
  method: "GET",
  path: "/api/pulse",
  access: "admin",
  summary: "The last hour of the gateway: requests, errors, latency, spending and channels",
  data: pulse,
});
