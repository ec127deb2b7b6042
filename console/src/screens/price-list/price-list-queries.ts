import { queryOptions } from "@tanstack/react-query";
import { getUserGroupMap } from "@tollgate/contract/groups";
import { listAvailableModels } from "@tollgate/contract/models";
import { call } from "../../lib/api-client";

/** Models that the viewer may call: a visitor sees those of public groups, a user also those of the own group. */
export const offeredModelsQuery = queryOptions({
  queryKey: ["available-models"],
  queryFn: ({ signal }) => call(listAvailableModels, { signal }),
  staleTime: 60_000,
  meta: { inPlace: true },
});

/** The groups that the viewer may use, by symbol. */
export const offeredGroupsQuery = queryOptions({
  queryKey: ["user-group-map"],
  queryFn: ({ signal }) => call(getUserGroupMap, { signal }),
  staleTime: 60_000,
  meta: { inPlace: true },
});
