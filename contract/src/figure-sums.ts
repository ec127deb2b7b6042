/** Sums over calls, without schemas: also for the writer thread. */

/** Every count of a group of calls, in the order in which it is stored. Sums alone, so that figures of several spans add up. */
export const figureNames = [
  "requests",
  "quota",
  "prompt_tokens",
  "completion_tokens",
  "failed",
  "refused",
  "cancelled",
  "cut",
  "timed_requests",
  "response_time",
  "streams",
  "first_token_time",
] as const;
export type FigureName = (typeof figureNames)[number];

export type Figures = Record<FigureName, number>;

/** Milliseconds to the end of a call on average; undefined if no call was sent to a channel. */
export const averageLatency = (
  sums: Pick<Figures, "timed_requests" | "response_time">,
): number | undefined => (sums.timed_requests === 0 ? undefined : sums.response_time / sums.timed_requests);

/** Milliseconds to the first token on average; undefined without a stream. */
export const averageFirstToken = (sums: Pick<Figures, "streams" | "first_token_time">): number | undefined =>
  sums.streams === 0 ? undefined : sums.first_token_time / sums.streams;

/** Calls that the gateway or a provider did not bring to an end: failed and cut ones. */
export const errorCount = (sums: Pick<Figures, "failed" | "cut">): number => sums.failed + sums.cut;

export const noFigures = Object.freeze(
  Object.fromEntries(figureNames.map((name) => [name, 0])),
) as Readonly<Figures>;

/**
 * Upper bounds in milliseconds of the buckets that latencies are counted in. A percentile is the bound of the bucket that it falls into,
 * so it is never lower than the truth. Slower calls are counted in the last one.
 */
export const latencyBounds = [
  50, 100, 200, 300, 500, 750, 1000, 1500, 2000, 3000, 5000, 7500, 10_000, 15_000, 20_000, 30_000, 60_000,
  120_000, 300_000, 600_000, 3_600_000,
] as const;

/** Position of a latency's bucket. */
export function latencyBucket(milliseconds: number): number {
  const found = latencyBounds.findIndex((bound) => milliseconds <= bound);
  return found < 0 ? latencyBounds.length - 1 : found;
}

/** The bound of the bucket below which `share` (0 to 1) of the calls lie; undefined without calls. */
export function percentileBound(counts: readonly number[], share: number): number | undefined {
  const total = counts.reduce((sum, one) => sum + one, 0);
  if (total === 0) return undefined;
  const rank = Math.ceil(total * share);
  let seen = 0;
  for (const [bucket, bound] of latencyBounds.entries()) {
    seen += counts[bucket] ?? 0;
    if (seen >= rank) return bound;
  }
  return latencyBounds.at(-1);
}
