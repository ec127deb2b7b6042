import { noUsage, type UsageCounts } from "@tollgate/contract/cost";
import { countServerTools } from "../kit/count-server-tools.ts";
import { readCount, readCountIfGiven, takeFrom } from "../kit/read-count.ts";
import { asList, asObject, type JsonObject } from "../kit/read-json.ts";
import type { UsageQuirks } from "./options.ts";

/**
 * Usage of a whole answer or one event; undefined if it has none. Later events replace earlier ones, because some
 * vendors repeat a growing usage. OpenAI's counts nest (caches within the prompt, reasoning within the output); ours
 * are disjoint with the same totals.
 */
export function readUsage(body: unknown, quirks: UsageQuirks = {}): UsageCounts | undefined {
  const root = asObject(body);
  if (root === undefined) return undefined;
  const usage = asObject(root.usage) ?? usageAside(root, quirks) ?? usageOfChoice(root);
  const counts = usage && countUsage(usage, quirks);
  if (counts && quirks.searches && typeof root.model === "string")
    counts.web_search = quirks.searches(root.model);
  return counts;
}

function usageAside(root: JsonObject, quirks: UsageQuirks): JsonObject | undefined {
  if (quirks.usageIn === undefined) return undefined;
  return asObject(asObject(root[quirks.usageIn])?.usage);
}

/** Moonshot's older models put it into the final choice. */
function usageOfChoice(root: JsonObject): JsonObject | undefined {
  return asObject(asObject(asList(root.choices)[0])?.usage);
}

function countUsage(usage: JsonObject, quirks: UsageQuirks): UsageCounts | undefined {
  const prompt = readCountIfGiven(usage.prompt_tokens);
  const completion = readCountIfGiven(usage.completion_tokens);
  if (prompt === undefined && completion === undefined) return undefined;
  const counts: UsageCounts = { ...noUsage };
  // A missing count follows from the total.
  const total = readCountIfGiven(usage.total_tokens);
  const input = prompt ?? remainderOf(total, completion);
  countPrompt(counts, usage, input, quirks);
  countOutput(counts, usage, { prompt: input, completion: completion ?? remainderOf(total, input) }, quirks);
  countServerTools(counts, usage);
  return counts;
}

function remainderOf(total: number | undefined, part = 0): number {
  return total === undefined ? 0 : Math.max(total - part, 0);
}

function countPrompt(counts: UsageCounts, usage: JsonObject, prompt: number, quirks: UsageQuirks): void {
  const details = asObject(usage.prompt_tokens_details);
  const aside = quirks.cachedFields?.map((field) => readCount(usage[field])) ?? [];
  const cached = readCountIfGiven(details?.cached_tokens) ?? Math.max(0, ...aside);
  const markedReads = Math.min(readCount(details?.cached_read_tokens), cached);
  counts.cached_read = quirks.cachedClass === "cached_read" ? cached : markedReads;
  counts.cached = cached - counts.cached_read;
  counts.cached_write_1h = readCount(details?.cached_write_1h_tokens);
  counts.cached_write =
    readCountIfGiven(details?.cached_write_tokens) ??
    Math.max(readCount(details?.cache_write_tokens) - counts.cached_write_1h, 0);
  // More cached than prompt tokens make this negative; metering flags it.
  counts.input = prompt - cached - counts.cached_write - counts.cached_write_1h;
  // A cached token may also be an audio or image token; it counts as cached, which has its own price.
  counts.input_audio = takeFrom(counts, "input", readCount(details?.audio_tokens));
  counts.input_image = takeFrom(counts, "input", readCount(details?.image_tokens));
}

function countOutput(
  counts: UsageCounts,
  usage: JsonObject,
  { prompt, completion }: { prompt: number; completion: number },
  quirks: UsageQuirks,
): void {
  const details = asObject(usage.completion_tokens_details);
  const total = readCountIfGiven(usage.total_tokens);
  const rest = total === undefined ? undefined : total - prompt;
  counts.reasoning = readCount(details?.reasoning_tokens);
  // The total reveals a completion count without reasoning, for any vendor.
  const excludes =
    rest === undefined ? counts.reasoning > completion : rest === completion + counts.reasoning;
  const larger = quirks.outputIsTotalLessPrompt && rest !== undefined && rest > completion;
  const output = larger ? rest : excludes ? completion + counts.reasoning : completion;
  counts.output = output - counts.reasoning;
  counts.output_audio = takeFrom(counts, "output", readCount(details?.audio_tokens));
  counts.output_image = takeFrom(counts, "output", readCount(details?.image_tokens));
}
