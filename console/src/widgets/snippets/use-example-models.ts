import { queryOptions, useQuery } from "@tanstack/react-query";
import { listAvailableModels } from "@tollgate/contract/models";
import { call } from "../../lib/api-client";
import { selfQuery } from "../../lib/session/self-query";

const availableModelsQuery = queryOptions({
  queryKey: ["available-models", "offers"],
  queryFn: ({ signal }) => call(listAvailableModels, { signal }),
  // A channel added a moment ago must be in the first example.
  staleTime: 5_000,
  meta: { silent: true },
});

/** What limits the models of a token; empty fields do not limit. */
export interface ExampleToken {
  group: string;
  backupGroup: string;
  models: readonly string[];
}

/**
 * Models that the token can call: an enabled channel offers them to its group, and they have a price.
 * Undefined while the list is loading; empty where it could not be loaded.
 */
export function useExampleModels(token: ExampleToken): readonly string[] | undefined {
  const offers = useQuery(availableModelsQuery);
  const { data: self } = useQuery(selfQuery);
  if (offers.isError) return [];
  if (!offers.data || !self) return undefined;
  const groups = [token.group || self.group, token.backupGroup];
  return Object.entries(offers.data)
    .filter(([name]) => token.models.length === 0 || token.models.includes(name))
    .filter(([, offer]) => offer.price !== null && offer.groups.some((group) => groups.includes(group)))
    .map(([name]) => name);
}
