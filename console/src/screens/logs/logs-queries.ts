import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import type { EndpointQuery } from "@tollgate/contract/endpoint";
import {
  checkLogExport,
  exportLogs,
  exportOwnLogs,
  getLog,
  getOwnLog,
  listLogs,
  listOwnLogs,
  type LogExportFormat,
  sumLogs,
  sumOwnLogs,
} from "@tollgate/contract/logs";
import { addressOf, call } from "../../lib/api-client";

export type LogQuery = Partial<EndpointQuery<typeof listLogs>>;

/** Filters for administrators only; a user's own list does not have them. */
const adminOnly = ["username", "channel_id", "source_ip"] as const;

function ownQuery(query: LogQuery): LogQuery {
  const own = { ...query };
  for (const name of adminOnly) delete own[name];
  return own;
}

/** Parameters of sums and exports: every filter, without page and order. */
function filtersOf({ page: _page, size: _size, order: _order, ...filters }: LogQuery): LogQuery {
  return filters;
}

/** One page of log rows: everyone's, or one's own. */
export const logsQuery = (everybody: boolean, query: LogQuery) =>
  queryOptions({
    queryKey: ["logs", "list", everybody, query],
    queryFn: ({ signal }) =>
      everybody ? call(listLogs, { query, signal }) : call(listOwnLogs, { query: ownQuery(query), signal }),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });

/** Sums of the usage rows that match the filters. */
export const logSumsQuery = (everybody: boolean, query: LogQuery) => {
  const { keyword: _keyword, ...filters } = filtersOf(query);
  return queryOptions({
    queryKey: ["logs", "sums", everybody, filters],
    queryFn: ({ signal }) =>
      everybody
        ? call(sumLogs, { query: filters, signal })
        : call(sumOwnLogs, { query: ownQuery(filters), signal }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
};

/** One row by its number, for links to it. */
export const logQuery = (everybody: boolean, id: number) =>
  queryOptions({
    queryKey: ["logs", "row", everybody, id],
    queryFn: ({ signal }) =>
      everybody ? call(getLog, { params: { id }, signal }) : call(getOwnLog, { params: { id }, signal }),
    meta: { inPlace: true },
  });

/**
 * Reads one row of the filters before the download, and whether another export is running: the browser does not show why
 * a download failed, a call does.
 */
export const useCheckExport = (everybody: boolean, query: LogQuery) =>
  useMutation({
    mutationFn: async () => {
      const first = { ...filtersOf(query), page: 1, size: 1 };
      await call(checkLogExport);
      await (everybody ? call(listLogs, { query: first }) : call(listOwnLogs, { query: ownQuery(first) }));
    },
  });

/** URL of the download with the rows that match the filters. */
export const exportAddress = (everybody: boolean, query: LogQuery, format: LogExportFormat): string =>
  everybody
    ? addressOf(exportLogs.path, { query: { ...filtersOf(query), format } })
    : addressOf(exportOwnLogs.path, { query: { ...ownQuery(filtersOf(query)), format } });
