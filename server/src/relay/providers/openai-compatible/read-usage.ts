import { noUsage, type UsageCounts } from "@tollgate/contract/cost";
import { readCount, readCountIfGiven } from "../kit/read-count.ts";
import { asObject, type JsonObject } from "../kit/read-json.ts";
import type { UsageOddities } from "./options.ts";

/**
 * Usage of a whole answer or of one event; undefined where it has none. Later events replace earlier ones: vendors that
 * repeat a growing usage mean the last one. OpenAI's counts nest (caches within the prompt, reasoning within the output);
 * ours are disjoint and add up to the same totals.
 */
export function readUsage(body: unknown, oddities: UsageOddities = {}): UsageCounts | undefined {
  const root = asObject(body);
  if (root === undefined) return undefined;
  const usage = asObject(root.usage) ?? usageAside(root, oddities);
  return usage === undefined ? undefined : countUsage(usage, oddities);
}

function usageAside(root: JsonObject, oddities: UsageOddities): JsonObject | undefined {
  if (oddities.usageIn === undefined) return undefined;
  return asObject(asObject(root[oddities.usageIn])?.usage);
}

function countUsage(usage: JsonObject, oddities: UsageOddities): UsageCounts | undefined {
  const prompt = readCountIfGiven(usage.prompt_tokens);
  const completion = readCountIfGiven(usage.completion_tokens);
  if (prompt === undefined && completion === undefined) return undefined;
  const counts: UsageCounts = { ...noUsage };
  countPrompt(counts, usage, prompt ?? 0, oddities);
  countOutput(counts, usage, prompt ?? 0, completion ?? 0, oddities);
  return counts;
}

function countPrompt(counts: UsageCounts, usage: JsonObject, prompt: number, oddities: UsageOddities): void {
  const details = asObject(usage.prompt_tokens_details);
  let rest = prompt;
  const take = (wanted: number): number => {
    const taken = Math.min(wanted, rest);
    rest -= taken;
    return taken;
  };
  const aside = oddities.cachedFields?.map((field) => readCount(usage[field])) ?? [];
  const cached = readCountIfGiven(details?.cached_tokens) ?? Math.max(0, ...aside);
  const markedReads = Math.min(readCount(details?.cached_read_tokens), cached);
  counts.cached_read = take(oddities.cachedClass === "cached_read" ? cached : markedReads);
  counts.cached = take(oddities.cachedClass === "cached_read" ? 0 : cached - markedReads);
  counts.cached_write_1h = take(readCount(details?.cached_write_1h_tokens));
  const writes =
    readCountIfGiven(details?.cached_write_tokens) ??
    Math.max(readCount(details?.cache_write_tokens) - counts.cached_write_1h, 0);
  counts.cached_write = take(writes);
  counts.input_audio = take(readCount(details?.audio_tokens));
  counts.input_image = take(readCount(details?.image_tokens));
  counts.input = rest;
}

function countOutput(
  counts: UsageCounts,
  usage: JsonObject,
  prompt: number,
  completion: number,
  oddities: UsageOddities,
): void {
  const details = asObject(usage.completion_tokens_details);
  const reasoning = readCount(details?.reasoning_tokens);
  const rest = readCount(usage.total_tokens) - prompt;
  // The total itself shows a completion count without reasoning, whoever the vendor is.
  const excludes = reasoning > 0 && rest === completion + reasoning;
  let output = excludes || (oddities.outputIsTotalLessPrompt && rest > completion) ? rest : completion;
  const take = (wanted: number): number => {
    const taken = Math.min(wanted, output);
    output -= taken;
    return taken;
  };
  counts.reasoning = take(reasoning);
  counts.output_audio = take(readCount(details?.audio_tokens));
  counts.output_image = take(readCount(details?.image_tokens));
  counts.output = output;
}
