import { queryOptions } from "@tanstack/react-query";
import { listAvailableModels } from "@tollgate/contract/models";
import { listModelNames, listUnpricedModels } from "@tollgate/contract/pricing";
import { call } from "../../lib/api-client";

/** Every model name of prices and channels, and those that channels serve without a price; for administrators. */
export const modelNamesQuery = queryOptions({
  queryKey: ["prices", "model-names"],
  queryFn: async ({ signal }) => {
    const [models, unpriced] = await Promise.all([
      call(listModelNames, { signal }),
      call(listUnpricedModels, { signal }),
    ]);
    return { models, unpriced };
  },
  staleTime: 30_000,
  meta: { silent: true },
});

/** Names of the models that the signed-in user may call. */
export const callableModelsQuery = queryOptions({
  queryKey: ["available-models", "names"],
  queryFn: async ({ signal }) => Object.keys(await call(listAvailableModels, { signal })),
  staleTime: 60_000,
  meta: { silent: true },
});
