import { completionTokens, promptTokens, type TokenClass, type UsageCounts } from "@tollgate/contract/cost";

export interface CheckedUsage {
  /** Undefined: implausible, count instead. */
  usage: UsageCounts | undefined;
  /** A number was out of bounds: flagged in the log. */
  clamped: boolean;
}

/** No prompt of today's context windows is longer, unless the request itself is. */
const promptMost = 4_000_000;
const completionMost = 2_000_000;
/** Limit per vendor tool: each use is counted and costs as much as thousands of tokens. */
const counted = ["web_search", "file_search", "code_run", "image_generation"] as const;
const usesMost = 1000;
/** Longer audio and speech is implausible. */
export const unitsMost = { seconds: 7 * 24 * 3600, pictures: 1000, characters: 10_000_000 } as const;

/**
 * Upstream usage is hostile until checked: no negative, fractional or endless counts, never a credit.
 * Totals above any plausible call are ignored; the delivered text is counted instead.
 */
export function checkUsage(reported: UsageCounts | undefined, requestBytes: number): CheckedUsage {
  if (!reported) return { usage: undefined, clamped: false };
  let clamped = false;
  const usage = { ...reported };
  for (const name in usage) {
    const count = usage[name as TokenClass];
    if (Number.isSafeInteger(count) && count >= 0) continue;
    clamped = true;
    usage[name as TokenClass] = Number.isFinite(count) && count > 0 ? Math.floor(count) : 0;
  }
  for (const name of counted) {
    if (usage[name] <= usesMost) continue;
    clamped = true;
    usage[name] = 0;
  }
  for (const name of ["seconds", "pictures", "characters"] as const) {
    if (usage[name] <= unitsMost[name]) continue;
    clamped = true;
    usage[name] = 0;
  }
  if (promptTokens(usage) > promptMost + requestBytes || completionTokens(usage) > completionMost) {
    return { usage: undefined, clamped: true };
  }
  return { usage, clamped };
}

/** False for a usage of only zeros, which upstreams write that do not count. */
export function hasCounts(usage: UsageCounts): boolean {
  return promptTokens(usage) + completionTokens(usage) > 0;
}
