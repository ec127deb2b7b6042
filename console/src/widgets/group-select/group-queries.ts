import { queryOptions } from "@tanstack/react-query";
import { getUserGroupMap, listGroupSymbols } from "@tollgate/contract/groups";
import { call } from "../../lib/api-client";

/** Groups that the signed-in user may choose, by symbol, with their ratios. */
export const userGroupMapQuery = queryOptions({
  queryKey: ["user-group-map"],
  queryFn: ({ signal }) => call(getUserGroupMap, { signal }),
  staleTime: 60_000,
});

/** Symbols of all groups, for administrators. */
export const groupSymbolsQuery = queryOptions({
  queryKey: ["group-symbols"],
  queryFn: ({ signal }) => call(listGroupSymbols, { signal }),
  staleTime: 60_000,
});
