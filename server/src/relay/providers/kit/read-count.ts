/**
 * A token count as vendors write it: number, or number in text. Absent, negative and absurd values are 0: usage is clamped
 * to sane bounds, never credited (D17).
 */
export function readCount(value: unknown): number {
  return readCountIfGiven(value) ?? 0;
}

/** Like `readCount`, but undefined where the vendor gave no number. */
export function readCountIfGiven(value: unknown): number | undefined {
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) return undefined;
  return Math.min(Math.max(Math.trunc(number), 0), largestCount);
}

/** Ten times the largest window known: beyond it a count is a mistake. */
const largestCount = 100_000_000;
