import { noUsage, type UsageCounts } from "@tollgate/contract/cost";
import { readCount, readCountIfGiven } from "../kit/read-count.ts";
import { asList, asObject, type JsonObject } from "../kit/read-json.ts";

/**
 * Usage of a message, or of an event that corrects `previous`: an absent or null field keeps its earlier value. The
 * buckets are disjoint: `input_tokens` excludes caches. Cache writes are split by lifetime if the API reports it, else
 * they count as five minutes. Searches are counted by number; fetching is free; the duration of code is not reported.
 */
export function readUsage(usage: unknown, previous?: UsageCounts): UsageCounts | undefined {
  const given = asObject(usage);
  if (given === undefined || !fields.some((field) => given[field] != null)) return undefined;
  const counts: UsageCounts = { ...(previous ?? noUsage) };
  // A compaction of the history is billed in addition to the totals, which exclude it.
  const aside = compactions(given);
  counts.input = plus(given.input_tokens, sumOf(aside, "input_tokens")) ?? counts.input;
  counts.cached_read =
    plus(given.cache_read_input_tokens, sumOf(aside, "cache_read_input_tokens")) ?? counts.cached_read;
  countWrites(counts, given, sumOf(aside, "cache_creation_input_tokens"));
  const output = plus(given.output_tokens, sumOf(aside, "output_tokens")) ?? counts.output + counts.reasoning;
  const thinking = readCountIfGiven(asObject(given.output_tokens_details)?.thinking_tokens);
  counts.reasoning = thinking ?? counts.reasoning;
  counts.output = output - counts.reasoning;
  counts.web_search =
    readCountIfGiven(asObject(given.server_tool_use)?.web_search_requests) ?? counts.web_search;
  return counts;
}

function compactions(usage: JsonObject): JsonObject[] {
  return asList(usage.iterations).flatMap((entry) => {
    const iteration = asObject(entry);
    return iteration?.type === "compaction" ? [iteration] : [];
  });
}

function sumOf(iterations: readonly JsonObject[], field: string): number {
  return iterations.reduce((sum, iteration) => sum + readCount(iteration[field]), 0);
}

function plus(value: unknown, more: number): number | undefined {
  const count = readCountIfGiven(value);
  return count === undefined ? undefined : count + more;
}

function countWrites(counts: UsageCounts, given: JsonObject, compacted: number): void {
  const split = asObject(given.cache_creation);
  const total = plus(given.cache_creation_input_tokens, compacted);
  if (split !== undefined) {
    counts.cached_write_1h = readCount(split.ephemeral_1h_input_tokens);
    counts.cached_write = Math.max(
      readCount(split.ephemeral_5m_input_tokens),
      (total ?? 0) - counts.cached_write_1h,
    );
  } else if (total !== undefined) {
    // A correction contains the sum only; the one-hour part keeps its value.
    counts.cached_write_1h = Math.min(counts.cached_write_1h, total);
    counts.cached_write = total - counts.cached_write_1h;
  }
}

const fields = [
  "input_tokens",
  "output_tokens",
  "cache_read_input_tokens",
  "cache_creation_input_tokens",
  "server_tool_use",
];
