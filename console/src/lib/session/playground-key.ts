import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { getPlaygroundKey } from "@tollgate/contract/tokens";
import { useCallback } from "react";
import { call } from "../api-client";

/** The key of the playground's token, with `sk-`; the first call makes the token. Forgotten with the session. */
const playgroundKeyQuery = queryOptions({
  queryKey: ["playground", "key"],
  queryFn: async () => `sk-${await call(getPlaygroundKey)}`,
  staleTime: Number.POSITIVE_INFINITY,
  meta: { silent: true },
});

/** Gets the key that the console's own calls of the model API carry. `renew` after the relay did not accept the previous one. */
export function usePlaygroundKey(): (renew: boolean) => Promise<string> {
  const client = useQueryClient();
  return useCallback(
    (renew) => {
      if (renew) client.removeQueries({ queryKey: playgroundKeyQuery.queryKey });
      return client.fetchQuery(playgroundKeyQuery);
    },
    [client],
  );
}
