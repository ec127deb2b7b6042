import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { EndpointQuery } from "@tollgate/contract/endpoint";
import { listLogs, listOwnLogs, sumLogs, sumOwnLogs } from "@tollgate/contract/logs";
import { call } from "../../lib/api-client";

export type LogQuery = Partial<EndpointQuery<typeof listLogs>>;

/** Filters that only administrators may name; a user's own list does not know them. */
const adminOnly = ["username", "channel_id", "source_ip"] as const;

function ownQuery(query: LogQuery): LogQuery {
  const own = { ...query };
  for (const name of adminOnly) delete own[name];
  return own;
}

/** One page of log rows: everybody's for administrators, one's own for users. */
export const logsQuery = (everybody: boolean, query: LogQuery) =>
  queryOptions({
    queryKey: ["logs", "list", everybody, query],
    queryFn: ({ signal }) =>
      everybody ? call(listLogs, { query, signal }) : call(listOwnLogs, { query: ownQuery(query), signal }),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });

/** Sums over the consumption rows that the filters leave. */
export const logSumsQuery = (
  everybody: boolean,
  { page: _page, size: _size, order: _order, keyword: _keyword, ...filters }: LogQuery,
) =>
  queryOptions({
    queryKey: ["logs", "sums", everybody, filters],
    queryFn: ({ signal }) =>
      everybody
        ? call(sumLogs, { query: filters, signal })
        : call(sumOwnLogs, { query: ownQuery(filters), signal }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
