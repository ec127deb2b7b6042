import type { UsageCounts } from "@tollgate/contract/cost";

/**
 * A token count: a number or numeric text; 0 if absent. Negative and absurd numbers pass unchanged, because metering
 * clamps and flags them.
 */
export function readCount(value: unknown): number {
  return readCountIfGiven(value) ?? 0;
}

/** Like `readCount`, but undefined if the vendor sent no number. */
export function readCountIfGiven(value: unknown): number | undefined {
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? Math.trunc(number) : undefined;
}

/** Moves up to `wanted` tokens out of a bucket and returns the number moved; the bucket keeps the remainder. */
export function takeFrom(counts: UsageCounts, bucket: "input" | "output", wanted: number): number {
  const taken = Math.max(Math.min(wanted, counts[bucket]), 0);
  counts[bucket] -= taken;
  return taken;
}
