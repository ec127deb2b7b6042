import type { LogStat } from "@tollgate/contract/logs";
import type { LogFilter } from "../../storage/repositories/log-filter.ts";
import type { LogRepository } from "../../storage/repositories/log-repository.ts";
import type { UsageRepository, UsageSums } from "../../storage/repositories/usage-repository.ts";

const hour = 3600;

/**
 * Sums over consumption rows. Whole hours come from the roll-up, the partial hours at both ends from the rows, so the
 * result is exact and its cost does not grow with the table. Filters that the roll-up lacks read the rows, as far back
 * as a search goes.
 */
export async function sumUsage(
  sources: { logs: LogRepository; usage: UsageRepository },
  filter: LogFilter,
  now: number,
): Promise<LogStat> {
  const { userPrefix, tokenName, requestId, sourceIp, keyword } = filter;
  const rolledUp = filter.tokenId === 0 && userPrefix + tokenName + requestId + sourceIp + keyword === "";
  if (!rolledUp) {
    const { searchedTo, ...found } = await sources.logs.searchSums(filter);
    return { ...toStat([found]), ...(searchedTo !== undefined && { searched_to: searchedTo }) };
  }
  const first = Math.ceil(filter.from / hour) * hour;
  // The last second is included; an open end reaches past the running hour.
  const end = filter.until === 0 ? now + hour : filter.until + 1;
  const last = filter.until === 0 ? Math.ceil(end / hour) * hour : Math.floor(end / hour) * hour;
  if (first >= last) return toStat([await sources.logs.sums(filter)]);
  const parts = [
    sources.usage.sums({
      from: first,
      until: last,
      userIds: filter.userIds,
      channelId: filter.channelId,
      modelName: filter.modelName,
      outcome: filter.outcome,
    }),
  ];
  if (filter.from < first) parts.push(sources.logs.sums({ ...filter, until: first - 1 }));
  if (filter.until !== 0 && last < end) parts.push(sources.logs.sums({ ...filter, from: last }));
  return toStat(await Promise.all(parts));
}

function toStat(parts: UsageSums[]): LogStat {
  const total = { quota: 0, request_count: 0, prompt_tokens: 0, completion_tokens: 0 };
  for (const part of parts) {
    total.quota += part.quota;
    total.request_count += part.request_count;
    total.prompt_tokens += part.prompt_tokens;
    total.completion_tokens += part.completion_tokens;
  }
  return total;
}
