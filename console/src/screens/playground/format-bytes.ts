import { formatNumber } from "../../lib/format-number";

/** 1536 → `1.5 KB`, in steps of 1000 as file managers count. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${formatNumber(bytes)} B`;
  if (bytes < 999_500) return `${formatNumber(bytes / 1000, bytes < 10_000 ? 1 : 0)} KB`;
  return `${formatNumber(bytes / 1_000_000, bytes < 10_000_000 ? 1 : 0)} MB`;
}
