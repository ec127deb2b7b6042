import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { listLogNames, listOwnLogNames, type LogNameField } from "@tollgate/contract/logs";
import { call } from "../../lib/api-client";

/** Names that a filter can take; users have no other fields than models and tokens. */
export const logNamesQuery = (everybody: boolean, field: LogNameField, text: string) =>
  queryOptions({
    queryKey: ["logs", "names", everybody, field, text],
    queryFn: ({ signal }) =>
      everybody
        ? call(listLogNames, { query: { field, text }, signal })
        : call(listOwnLogNames, { query: { field: field === "token" ? field : "model", text }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    meta: { silent: true },
  });
