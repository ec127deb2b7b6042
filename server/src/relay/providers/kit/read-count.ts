import type { UsageCounts } from "@tollgate/contract/cost";

/**
 * A token count as vendors write it: number, or number in text; 0 where there is none. Negative and absurd numbers pass as they
 * are: metering clamps and flags them (D17), and could not if they were mended here.
 */
export function readCount(value: unknown): number {
  return readCountIfGiven(value) ?? 0;
}

/** Like `readCount`, but undefined where the vendor gave no number. */
export function readCountIfGiven(value: unknown): number | undefined {
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? Math.trunc(number) : undefined;
}

/** Moves up to `wanted` tokens out of a bucket, which holds what is left, and says how many. */
export function takeFrom(counts: UsageCounts, bucket: "input" | "output", wanted: number): number {
  const taken = Math.max(Math.min(wanted, counts[bucket]), 0);
  counts[bucket] -= taken;
  return taken;
}
