import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { suggestPrices } from "@tollgate/contract/price-updates";
import { createPrice, listPrices, type PriceInput } from "@tollgate/contract/pricing";
import { call } from "../../lib/api-client";

const prices = ["prices"] as const;

/** Every price there is. */
export const pricesQuery = queryOptions({
  queryKey: [...prices, "list"],
  queryFn: ({ signal }) => call(listPrices, { signal }),
  meta: { inPlace: true },
});

/** Price book entries of models, by name. It does not change while the server runs. */
export const suggestionsQuery = (models: readonly string[]) =>
  queryOptions({
    queryKey: ["price-suggestions", models],
    queryFn: ({ signal }) => call(suggestPrices, { body: { models: models.slice(0, 2000) }, signal }),
    enabled: models.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  });

/** Adds prices one after the other, so that the first rejected one ends it. */
export function useCreatePrices() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (bodies: readonly PriceInput[]) => {
      for (const body of bodies) await call(createPrice, { body });
    },
    onSettled: () => client.invalidateQueries({ queryKey: prices }),
  });
}
