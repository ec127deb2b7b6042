import { noUsage, type UsageCounts } from "@tollgate/contract/cost";
import { readCount, readCountIfGiven } from "../kit/read-count.ts";
import { asObject } from "../kit/read-json.ts";

/**
 * Usage of a message, or of an event that corrects `previous`: a field that is absent or null keeps its earlier value. The buckets are disjoint
 * already: `input_tokens` leaves caches out. Writes are split by lifetime where the API says so, else they count as five minutes.
 */
export function readUsage(usage: unknown, previous?: UsageCounts): UsageCounts | undefined {
  const given = asObject(usage);
  if (given === undefined || !fields.some((field) => given[field] != null)) return undefined;
  const counts: UsageCounts = { ...(previous ?? noUsage) };
  counts.input = readCountIfGiven(given.input_tokens) ?? counts.input;
  counts.cached_read = readCountIfGiven(given.cache_read_input_tokens) ?? counts.cached_read;
  countWrites(counts, given);
  const output = readCountIfGiven(given.output_tokens) ?? counts.output + counts.reasoning;
  const thinking = readCountIfGiven(asObject(given.output_tokens_details)?.thinking_tokens);
  counts.reasoning = thinking ?? counts.reasoning;
  counts.output = output - counts.reasoning;
  return counts;
}

function countWrites(counts: UsageCounts, given: Record<string, unknown>): void {
  const split = asObject(given.cache_creation);
  const total = readCountIfGiven(given.cache_creation_input_tokens);
  if (split !== undefined) {
    counts.cached_write_1h = readCount(split.ephemeral_1h_input_tokens);
    counts.cached_write = Math.max(
      readCount(split.ephemeral_5m_input_tokens),
      (total ?? 0) - counts.cached_write_1h,
    );
  } else if (total !== undefined) {
    // A correction names the sum only; the hour's part stays what it was.
    counts.cached_write_1h = Math.min(counts.cached_write_1h, total);
    counts.cached_write = total - counts.cached_write_1h;
  }
}

const fields = ["input_tokens", "output_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"];
