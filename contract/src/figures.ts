import * as z from "zod";
import { type FigureName, figureNames } from "./figure-sums.ts";

export {
  averageFirstToken,
  averageLatency,
  errorCount,
  type FigureName,
  type Figures,
  figureNames,
  latencyBounds,
  noFigures,
  percentileBound,
} from "./figure-sums.ts";

const count = z.int();

/** Sums over the calls of a span. */
export const figures = z
  .object({
    requests: count.describe("Calls with a valid API key: answered, failed and rejected ones."),
    quota: count.describe("Quota charged."),
    prompt_tokens: count,
    completion_tokens: count,
    failed: count.describe("Calls without an answer."),
    refused: count.describe("Calls that were sent to no provider."),
    cancelled: count.describe("Calls that the caller left before the end."),
    cut: count.describe("Calls whose answer ended early."),
    timed_requests: count.describe("Calls that were sent to a channel, without asynchronous tasks."),
    response_time: count.describe(
      "Milliseconds that the calls of `timed_requests` took, summed: divide for the average latency.",
    ),
    streams: count.describe("Streamed calls whose first byte was seen."),
    first_token_time: count.describe(
      "Milliseconds to the first byte of the calls of `streams`, summed: divide for the average time to first token.",
    ),
  } satisfies Record<FigureName, z.ZodType>)
  .meta({ id: "Figures", description: "Sums over a group of calls." });

const column = z.array(count);

/** The same as columns: each has one number for each span of its series. */
export const figureColumns = z
  .object(Object.fromEntries(figureNames.map((name) => [name, column])) as Record<FigureName, typeof column>)
  .meta({
    id: "FigureColumns",
    description: "Each field of `Figures` as a list with one number for each span of the series.",
  });
export type FigureColumns = z.infer<typeof figureColumns>;
