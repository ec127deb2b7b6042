import { completionTokens, promptTokens, type TokenClass, type UsageCounts } from "@tollgate/contract/cost";

export interface CheckedUsage {
  /** Undefined: not believable, count instead. */
  usage: UsageCounts | undefined;
  /** Something was out of bounds (D17): flagged in the log. */
  clamped: boolean;
}

/** No prompt of today's windows is longer, unless the request itself is. */
const promptMost = 4_000_000;
const completionMost = 2_000_000;
/** Uses of a vendor's own tools are counted by the piece, and each costs as much as thousands of tokens. */
const counted = ["web_search", "file_search", "code_run", "image_generation"] as const;
const usesMost = 1000;
/** Longer sound and speech is not believed either. */
export const unitsMost = { seconds: 7 * 24 * 3600, pictures: 1000, characters: 10_000_000 } as const;

/**
 * Usage from an upstream is hostile until checked: no negative, fractional or endless counts, never a credit. Totals beyond
 * any plausible call are not believed at all; the delivered text is counted instead.
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

/** False for a usage of nothing but zeros: what upstreams write that do not count. */
export function saysSomething(usage: UsageCounts): boolean {
  return promptTokens(usage) + completionTokens(usage) > 0;
}
