import type { UsageCounts } from "@tollgate/contract/cost";
import { readCount, readCountIfGiven } from "./read-count.ts";
import { asObject, type JsonObject } from "./read-json.ts";

/**
 * Replaces tool counts with the uses that xAI bills, which its usage lists by tool: X searches appear as several
 * function names in the output, and failed calls are free. An unlisted tool keeps its count.
 */
export function countServerTools(counts: UsageCounts, usage: JsonObject): void {
  const details = asObject(usage.server_side_tool_usage_details);
  if (details === undefined) return;
  // A search of attached documents costs more than one of stored collections; it is billed as a web search.
  const searches = [details.web_search_calls, details.x_search_calls, details.document_search_calls];
  if (searches.some((calls) => readCountIfGiven(calls) !== undefined))
    counts.web_search = searches.reduce<number>((sum, calls) => sum + readCount(calls), 0);
  counts.file_search = readCountIfGiven(details.file_search_calls) ?? counts.file_search;
  counts.code_run = readCountIfGiven(details.code_interpreter_calls) ?? counts.code_run;
  counts.image_generation = readCountIfGiven(details.image_generation_calls) ?? counts.image_generation;
}
