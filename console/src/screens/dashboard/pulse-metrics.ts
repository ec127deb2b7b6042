import { averageFirstToken, errorCount } from "@tollgate/contract/figures";
import type { Pulse } from "@tollgate/contract/pulse";
import { figuresAt } from "../../widgets/usage-charts/usage-metrics";

/** What the pulse shows by the minute. */
export const pulseMetrics = ["requests", "errors", "p95", "first_token", "quota"] as const;
export type PulseMetric = (typeof pulseMetrics)[number];

/** Parts of a minute's calls; `answered` are those that came to their end. */
export const callParts = ["answered", "errors", "refused", "cancelled"] as const;
export type CallPart = (typeof callParts)[number];

/** The calls of each minute by how they ended. */
export function callsByEnd({ count, values }: Pulse): Record<CallPart, number[]> {
  const minutes = Array.from({ length: count }, (_, index) => figuresAt(values, index));
  return {
    answered: minutes.map((one) => one.requests - errorCount(one) - one.refused - one.cancelled),
    errors: minutes.map(errorCount),
    refused: minutes.map(({ refused }) => refused),
    cancelled: minutes.map(({ cancelled }) => cancelled),
  };
}

/** The values of each minute; null where a minute has none. */
export function minuteValues(pulse: Pulse, metric: Exclude<PulseMetric, "requests">): (number | null)[] {
  const { count, values, p95 } = pulse;
  return Array.from({ length: count }, (_, index) => {
    const sums = figuresAt(values, index);
    if (metric === "errors") return errorCount(sums);
    if (metric === "quota") return sums.quota;
    if (metric === "p95") return p95[index] ?? null;
    return averageFirstToken(sums) ?? null;
  });
}
