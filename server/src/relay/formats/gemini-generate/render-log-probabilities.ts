import { isFields } from "../kit/check-value.ts";
import type { WireLogProbabilities, WireLogProbability } from "./wire.ts";

/** Converts log probabilities from OpenAI's nesting (`content` with `top_logprobs`); undefined for anything else. */
export function renderLogProbabilities(value: unknown): WireLogProbabilities | undefined {
  const tokens = isFields(value) && Array.isArray(value.content) ? (value.content as unknown[]) : [];
  const chosenCandidates = tokens.flatMap(readToken);
  if (chosenCandidates.length === 0) return undefined;
  const wire: WireLogProbabilities = { chosenCandidates };
  const alternatives = tokens.map((token) => ({ candidates: readAlternatives(token) }));
  if (alternatives.some(({ candidates }) => candidates.length > 0)) wire.topCandidates = alternatives;
  return wire;
}

function readAlternatives(token: unknown): WireLogProbability[] {
  const list = isFields(token) ? token.top_logprobs : undefined;
  return Array.isArray(list) ? (list as unknown[]).flatMap(readToken) : [];
}

function readToken(entry: unknown): WireLogProbability[] {
  if (!isFields(entry) || typeof entry.token !== "string" || typeof entry.logprob !== "number") return [];
  return [{ token: entry.token, logProbability: entry.logprob }];
}
