import * as z from "zod";
import { limits } from "./limits.ts";

/** True for `prefix*`: the only wildcard there is; the star is last and has a prefix. */
export function isWildcard(pattern: string): boolean {
  return pattern.endsWith("*");
}

/** `gpt-3.5*` is valid, `*gpt` and a lone `*` are not. */
export function isValidModelPattern(pattern: string): boolean {
  const star = pattern.indexOf("*");
  return star === -1 || (star === pattern.length - 1 && star > 0);
}

export const modelName = z.string().trim().min(1).max(limits.modelNameMax);

/** A model name or `prefix*`. */
export const modelPattern = modelName.refine(isValidModelPattern, {
  params: { code: "model.bad_wildcard" },
  message: "The wildcard * may only stand last, after a prefix.",
});

/** Exact name, else the longest matching `prefix*`; undefined if none matches. */
export function matchModelPattern(patterns: Iterable<string>, model: string): string | undefined {
  let best: string | undefined;
  for (const pattern of patterns) {
    if (pattern === model) return pattern;
    if (!isWildcard(pattern) || !model.startsWith(pattern.slice(0, -1))) continue;
    if (best === undefined || pattern.length > best.length) best = pattern;
  }
  return best;
}

/** Values by exact name and by wildcard, longest prefix first. */
export interface ModelIndex<T> {
  exact: Map<string, T>;
  wildcards: { prefix: string; value: T }[];
}

/** Prepares entries whose names may be `prefix*` for `findModel`. */
export function indexModels<T>(entries: Iterable<readonly [string, T]>): ModelIndex<T> {
  const exact = new Map<string, T>();
  const wildcards: { prefix: string; value: T }[] = [];
  for (const [name, value] of entries) {
    if (isWildcard(name)) wildcards.push({ prefix: name.slice(0, -1), value });
    else exact.set(name, value);
  }
  wildcards.sort((a, b) => b.prefix.length - a.prefix.length);
  return { exact, wildcards };
}

/** The value of the exact name, else of the longest matching `prefix*`. A call whose billed model finds no price here is rejected. */
export function findModel<T>(index: ModelIndex<T>, name: string): T | undefined {
  const exact = index.exact.get(name);
  if (exact !== undefined) return exact;
  for (const { prefix, value } of index.wildcards) if (name.startsWith(prefix)) return value;
  return undefined;
}
