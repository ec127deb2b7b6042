import { queryOptions, useQuery } from "@tanstack/react-query";
import { listProviderTypes } from "@tollgate/contract/channels";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import { useMemo } from "react";
import { call } from "../../lib/api-client";

/** Descriptors of every provider. They change only with the server's version, so one answer serves the visit. */
export const providerTypesQuery = queryOptions({
  queryKey: ["provider-types"],
  queryFn: ({ signal }) => call(listProviderTypes, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Descriptors by channel type; empty until they came. */
export function useProviderTypes(): ReadonlyMap<number, ProviderDescriptor> {
  const { data } = useQuery(providerTypesQuery);
  return useMemo(() => new Map((data ?? []).map((descriptor) => [descriptor.type, descriptor])), [data]);
}
