import { noUsage, type UsageCounts } from "@tollgate/contract/cost";
import { readCount, readCountIfGiven } from "../kit/read-count.ts";
import { asList, asObject, type JsonObject } from "../kit/read-json.ts";

/**
 * Usage of an answer, or of one stream event: each contains the totals so far, and an omitted field keeps its
 * `previous` value. The prompt's count includes caches, images and audio, which are separate buckets here; results of
 * Google's own tools are counted in addition. A grounded answer counts as one search. Undefined: no counts.
 */
export function readUsage(body: unknown, previous?: UsageCounts): UsageCounts | undefined {
  const root = asObject(body);
  const given = asObject(root?.usageMetadata);
  if (given === undefined || !counts.some((field) => given[field] != null)) return undefined;
  const usage: UsageCounts = { ...(previous ?? noUsage) };
  if (given.promptTokenCount != null || given.toolUsePromptTokenCount != null) countInput(usage, given);
  if (given.candidatesTokenCount != null || given.thoughtsTokenCount != null) countOutput(usage, given);
  usage.web_search = Math.max(usage.web_search, asList(root?.candidates).filter(isGrounded).length);
  return usage;
}

const counts = [
  "promptTokenCount",
  "candidatesTokenCount",
  "thoughtsTokenCount",
  "toolUsePromptTokenCount",
  "totalTokenCount",
];

function countInput(usage: UsageCounts, given: JsonObject): void {
  const cachedParts = given.cacheTokensDetails;
  usage.cached = readCount(given.cachedContentTokenCount);
  let left = readCount(given.promptTokenCount) - usage.cached;
  const take = (modality: string): number => {
    const count = countOf(given.promptTokensDetails, modality) - countOf(cachedParts, modality);
    const taken = Math.min(Math.max(count, 0), Math.max(left, 0));
    left -= taken;
    return taken;
  };
  usage.input_audio = take("AUDIO");
  usage.input_image = take("IMAGE");
  usage.input = left + readCount(given.toolUsePromptTokenCount);
}

function countOutput(usage: UsageCounts, given: JsonObject): void {
  usage.reasoning = readCountIfGiven(given.thoughtsTokenCount) ?? usage.reasoning;
  const all = readCount(given.candidatesTokenCount);
  const details = given.candidatesTokensDetails;
  usage.output_audio = Math.min(countOf(details, "AUDIO"), Math.max(all, 0));
  usage.output_image = Math.min(countOf(details, "IMAGE"), Math.max(all - usage.output_audio, 0));
  usage.output = all - usage.output_audio - usage.output_image;
}

function countOf(details: unknown, modality: string): number {
  let count = 0;
  for (const entry of asList(details)) {
    const detail = asObject(entry);
    if (detail?.modality === modality) count += readCount(detail.tokenCount);
  }
  return count;
}

function isGrounded(candidate: unknown): boolean {
  const grounding = asObject(asObject(candidate)?.groundingMetadata);
  return asList(grounding?.webSearchQueries).length > 0;
}
