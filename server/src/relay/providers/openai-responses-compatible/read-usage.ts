import { noUsage, type UsageCounts } from "@tollgate/contract/cost";
import { countServerTools } from "../kit/count-server-tools.ts";
import { readCount, readCountIfGiven, takeFrom } from "../kit/read-count.ts";
import { asList, asObject, type JsonObject } from "../kit/read-json.ts";

/**
 * Usage of a whole answer, or of the final stream event; undefined if there is none. Responses' counts nest (caches
 * within the input, reasoning within the output); ours are disjoint with the same totals. Vendor tools are counted from
 * the output's items in the same event.
 */
export function readUsage(body: unknown): UsageCounts | undefined {
  const root = asObject(body);
  const response = asObject(root?.response) ?? root;
  const usage = asObject(response?.usage);
  if (response === undefined || usage === undefined) return undefined;
  const input = readCountIfGiven(usage.input_tokens);
  const output = readCountIfGiven(usage.output_tokens);
  if (input === undefined && output === undefined) return undefined;
  const counts: UsageCounts = { ...noUsage };
  countInput(counts, input ?? 0, asObject(usage.input_tokens_details));
  countOutput(counts, output ?? 0, asObject(usage.output_tokens_details));
  countTools(counts, response);
  countServerTools(counts, usage);
  return counts;
}

function countInput(counts: UsageCounts, input: number, details: JsonObject | undefined): void {
  counts.cached = readCount(details?.cached_tokens);
  counts.cached_write = readCount(details?.cache_write_tokens);
  // More cached than input tokens make this negative; metering flags it.
  counts.input = input - counts.cached - counts.cached_write;
  counts.input_audio = takeFrom(counts, "input", readCount(details?.audio_tokens));
  counts.input_image = takeFrom(counts, "input", readCount(details?.image_tokens));
}

function countOutput(counts: UsageCounts, output: number, details: JsonObject | undefined): void {
  counts.reasoning = readCount(details?.reasoning_tokens);
  counts.output = output - counts.reasoning;
  counts.output_audio = takeFrom(counts, "output", readCount(details?.audio_tokens));
  counts.output_image = takeFrom(counts, "output", readCount(details?.image_tokens));
}

/**
 * Azure leaves a finished search as `searching`, so only failed ones are not counted. Searches follow OpenAI's billing:
 * its own count if present, else without the actions that only open a page found earlier.
 */
function countTools(counts: UsageCounts, response: JsonObject): void {
  for (const entry of asList(response.output)) {
    const item = asObject(entry);
    const tool = toolClasses.get(item?.type);
    if (item === undefined || tool === undefined || item.status === "failed") continue;
    if (!freeActions.has(asObject(item.action)?.type)) counts[tool]++;
  }
  const reported = readCountIfGiven(asObject(asObject(response.tool_usage)?.web_search)?.num_requests);
  if (reported !== undefined && reported > 0) counts.web_search = reported;
}

/** True for an item of a counted vendor tool. */
export function isRun(item: JsonObject): boolean {
  return toolClasses.has(item.type);
}

/** xAI charges the same for a search of posts as for a web search. */
const toolClasses: ReadonlyMap<unknown, "web_search" | "file_search" | "code_run" | "image_generation"> =
  new Map([
    ["web_search_call", "web_search"],
    ["x_search_call", "web_search"],
    ["file_search_call", "file_search"],
    ["code_interpreter_call", "code_run"],
    ["image_generation_call", "image_generation"],
  ] as const);

const freeActions: ReadonlySet<unknown> = new Set(["open_page", "find_in_page", "find"]);
