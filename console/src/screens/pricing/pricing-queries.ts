import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  createPrice,
  deletePrice,
  deletePrices,
  updatePrice,
  updatePrices,
} from "@tollgate/contract/pricing";
import { call } from "../../lib/api-client";
import { pricesQuery } from "../../widgets/unpriced-models/price-queries";
import { onStoredPrice, type PriceEditorStart, type PriceValues } from "./price-values";

const prices = ["prices"] as const;

/**
 * Adds a price, or changes the one of the models in `start.former`: one of them may be renamed, those that are left out
 * lose it. Only what differs from `start` is changed.
 */
export function useSavePrice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ start, values }: { start: PriceEditorStart; values: PriceValues }) => {
      const { former } = start;
      const [before] = former;
      const stored =
        before === undefined
          ? undefined
          : (await client.fetchQuery({ ...pricesQuery, staleTime: 0 })).find(({ model }) => model === before);
      const { models, ...terms } = onStoredPrice(start.values, values, stored);
      const [model = ""] = models;
      if (models.length > 1 || former.length > 1)
        await call(updatePrices, { body: { original_models: [...former], models, price: terms } });
      else if (before === undefined) await call(createPrice, { body: { ...terms, model } });
      else await call(updatePrice, { params: { "*": before }, body: { ...terms, model } });
    },
    meta: { formErrors: true },
    onSuccess: () => client.invalidateQueries({ queryKey: prices }),
  });
}

export function useDeletePrice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (model: string) => call(deletePrice, { params: { "*": model } }),
    onSuccess: () => client.invalidateQueries({ queryKey: prices }),
  });
}

/** Deletes the selected prices in one request. */
export function useDeletePrices() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (models: string[]) => call(deletePrices, { body: { models } }),
    onSuccess: () => client.invalidateQueries({ queryKey: prices }),
  });
}
