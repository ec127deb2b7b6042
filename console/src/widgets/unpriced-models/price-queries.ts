import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { createPrice, listPrices, type PriceInput } from "@tollgate/contract/pricing";
import { call } from "../../lib/api-client";

const prices = ["prices"] as const;

/** Every price there is. */
export const pricesQuery = queryOptions({
  queryKey: [...prices, "list"],
  queryFn: ({ signal }) => call(listPrices, { signal }),
  meta: { inPlace: true },
});

/** Adds prices one after the other, so that the first refused one ends it. */
export function useCreatePrices() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (bodies: readonly PriceInput[]) => {
      for (const body of bodies) await call(createPrice, { body });
    },
    onSettled: () => client.invalidateQueries({ queryKey: prices }),
  });
}
