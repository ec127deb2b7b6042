import type { LogStat } from "@tollgate/contract/logs";
import { type FigureRepository, sumDimension } from "../../storage/repositories/figure-repository.ts";
import type { LogFilter } from "../../storage/repositories/log-filter.ts";
import type { LogRepository } from "../../storage/repositories/log-repository.ts";
import type { UsageFilter, UsageRepository, UsageSums } from "../../storage/repositories/usage-repository.ts";
import { coverTime } from "../cover-time.ts";

const hour = 3600;
const day = 86_400;

export interface SumSources {
  logs: Pick<LogRepository, "sums" | "searchSums">;
  usage: Pick<UsageRepository, "sums" | "endedSums">;
  figures: Pick<FigureRepository, "begin" | "foldedUntil" | "sums">;
}

/**
 * Sums over consumption rows. Whole hours come from the roll-ups, the partial hours at both ends from the rows, so the
 * result is exact and its cost does not grow with the table. Filters that the roll-ups lack read the rows, as far back
 * as a search goes.
 */
export async function sumUsage(sources: SumSources, filter: LogFilter, now: number): Promise<LogStat> {
  const { userPrefix, tokenName, requestId, sourceIp, keyword } = filter;
  const rolledUp = filter.tokenId === 0 && userPrefix + tokenName + requestId + sourceIp + keyword === "";
  if (!rolledUp) {
    const { searchedTo, ...found } = await sources.logs.searchSums(filter);
    return { ...addUp([found]), ...(searchedTo !== undefined && { searched_to: searchedTo }) };
  }
  const first = Math.ceil(filter.from / hour) * hour;
  // The last second is included; an open end reaches past the running hour.
  const end = filter.until === 0 ? now + hour : filter.until + 1;
  const last = filter.until === 0 ? Math.ceil(end / hour) * hour : Math.floor(end / hour) * hour;
  if (first >= last) return addUp([await sources.logs.sums(filter)]);
  const { userIds, channelId, modelName } = filter;
  const hours = { from: first, until: last, userIds, channelId, modelName };
  const parts = [sumOutcome(sources, hours, filter.outcome)];
  if (filter.from < first) parts.push(sources.logs.sums({ ...filter, until: first - 1 }));
  if (filter.until !== 0 && last < end) parts.push(sources.logs.sums({ ...filter, from: last }));
  return addUp(await Promise.all(parts));
}

async function sumOutcome(
  sources: SumSources,
  hours: UsageFilter,
  outcome: LogFilter["outcome"],
): Promise<UsageSums> {
  if (outcome === "") return sumHours(sources, hours);
  if (outcome !== "succeeded") return sources.usage.endedSums(hours, outcome);
  // Read first: calls that are booked meanwhile are in the remainder, which is never below zero.
  const ended = await sources.usage.endedSums(hours, "");
  const all = await sumHours(sources, hours);
  return {
    request_count: all.request_count - ended.request_count,
    quota: all.quota - ended.quota,
    prompt_tokens: all.prompt_tokens - ended.prompt_tokens,
    completion_tokens: all.completion_tokens - ended.completion_tokens,
  };
}

/**
 * Calls of all users are summed from the roll-ups for charts, as far back as these go: they have a hundredth of the
 * rows.
 */
async function sumHours({ usage, figures }: SumSources, hours: UsageFilter): Promise<UsageSums> {
  const { from, until, modelName } = hours;
  if (hours.userIds || hours.channelId !== 0) return usage.sums(hours);
  const dimension = sumDimension(modelName);
  const [begin = until, folded] = await Promise.all([
    figures.begin(dimension),
    figures.foldedUntil(dimension),
  ]);
  // The day in which they begin may be incomplete: they are filled from a log, and deleted, day by day.
  const border = Math.min(Math.max(Math.ceil(begin / day) * day, from), until);
  const parts: Promise<UsageSums>[] = [];
  if (from < border) parts.push(usage.sums({ ...hours, until: border }));
  if (border < until)
    parts.push(figures.sums(coverTime(border, until, { from: begin, until: folded }), modelName));
  return addUp(await Promise.all(parts));
}

function addUp(parts: readonly UsageSums[]): UsageSums {
  const total = { quota: 0, request_count: 0, prompt_tokens: 0, completion_tokens: 0 };
  for (const part of parts) {
    total.quota += part.quota;
    total.request_count += part.request_count;
    total.prompt_tokens += part.prompt_tokens;
    total.completion_tokens += part.completion_tokens;
  }
  return total;
}
