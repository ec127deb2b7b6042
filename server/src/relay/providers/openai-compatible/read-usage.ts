import { noUsage, type UsageCounts } from "@tollgate/contract/cost";
import { countServerTools } from "../kit/count-server-tools.ts";
import { readCount, readCountIfGiven, takeFrom } from "../kit/read-count.ts";
import { asList, asObject, type JsonObject } from "../kit/read-json.ts";
import type { UsageOddities } from "./options.ts";

/**
 * Usage of a whole answer or of one event; undefined where it has none. Later events replace earlier ones: vendors that
 * repeat a growing usage mean the last one. OpenAI's counts nest (caches within the prompt, reasoning within the output);
 * ours are disjoint and add up to the same totals.
 */
export function readUsage(body: unknown, oddities: UsageOddities = {}): UsageCounts | undefined {
  const root = asObject(body);
  if (root === undefined) return undefined;
  const usage = asObject(root.usage) ?? usageAside(root, oddities) ?? usageOfChoice(root);
  const counts = usage && countUsage(usage, oddities);
  if (counts && oddities.searches && typeof root.model === "string")
    counts.web_search = oddities.searches(root.model);
  return counts;
}

function usageAside(root: JsonObject, oddities: UsageOddities): JsonObject | undefined {
  if (oddities.usageIn === undefined) return undefined;
  return asObject(asObject(root[oddities.usageIn])?.usage);
}

/** Moonshot's older models tell it in the choice that ends the stream. */
function usageOfChoice(root: JsonObject): JsonObject | undefined {
  return asObject(asObject(asList(root.choices)[0])?.usage);
}

function countUsage(usage: JsonObject, oddities: UsageOddities): UsageCounts | undefined {
  const prompt = readCountIfGiven(usage.prompt_tokens);
  const completion = readCountIfGiven(usage.completion_tokens);
  if (prompt === undefined && completion === undefined) return undefined;
  const counts: UsageCounts = { ...noUsage };
  // The total tells the one that is missing.
  const total = readCountIfGiven(usage.total_tokens);
  const input = prompt ?? restOf(total, completion);
  countPrompt(counts, usage, input, oddities);
  countOutput(counts, usage, { prompt: input, completion: completion ?? restOf(total, input) }, oddities);
  countServerTools(counts, usage);
  return counts;
}

function restOf(total: number | undefined, part = 0): number {
  return total === undefined ? 0 : Math.max(total - part, 0);
}

function countPrompt(counts: UsageCounts, usage: JsonObject, prompt: number, oddities: UsageOddities): void {
  const details = asObject(usage.prompt_tokens_details);
  const aside = oddities.cachedFields?.map((field) => readCount(usage[field])) ?? [];
  const cached = readCountIfGiven(details?.cached_tokens) ?? Math.max(0, ...aside);
  const markedReads = Math.min(readCount(details?.cached_read_tokens), cached);
  counts.cached_read = oddities.cachedClass === "cached_read" ? cached : markedReads;
  counts.cached = cached - counts.cached_read;
  counts.cached_write_1h = readCount(details?.cached_write_1h_tokens);
  counts.cached_write =
    readCountIfGiven(details?.cached_write_tokens) ??
    Math.max(readCount(details?.cache_write_tokens) - counts.cached_write_1h, 0);
  // More cached than prompt makes this negative, which metering sees and flags.
  counts.input = prompt - cached - counts.cached_write - counts.cached_write_1h;
  // A cached token may be one of sound or picture as well; it is counted as cached, which has its own price.
  counts.input_audio = takeFrom(counts, "input", readCount(details?.audio_tokens));
  counts.input_image = takeFrom(counts, "input", readCount(details?.image_tokens));
}

function countOutput(
  counts: UsageCounts,
  usage: JsonObject,
  { prompt, completion }: { prompt: number; completion: number },
  oddities: UsageOddities,
): void {
  const details = asObject(usage.completion_tokens_details);
  const total = readCountIfGiven(usage.total_tokens);
  const rest = total === undefined ? undefined : total - prompt;
  counts.reasoning = readCount(details?.reasoning_tokens);
  // The total itself shows a completion count without reasoning, whoever the vendor is.
  const excludes =
    rest === undefined ? counts.reasoning > completion : rest === completion + counts.reasoning;
  const larger = oddities.outputIsTotalLessPrompt && rest !== undefined && rest > completion;
  const output = larger ? rest : excludes ? completion + counts.reasoning : completion;
  counts.output = output - counts.reasoning;
  counts.output_audio = takeFrom(counts, "output", readCount(details?.audio_tokens));
  counts.output_image = takeFrom(counts, "output", readCount(details?.image_tokens));
}
