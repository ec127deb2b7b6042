import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  createPrice,
  deletePrice,
  deletePrices,
  type PriceInput,
  updatePrice,
} from "@tollgate/contract/pricing";
import { call } from "../../lib/api-client";

const prices = ["prices"] as const;

/** Adds a price, or changes the one of `former` (which may be renamed by that). */
export function useSavePrice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ former, body }: { former: string; body: PriceInput }) =>
      former === "" ? call(createPrice, { body }) : call(updatePrice, { params: { "*": former }, body }),
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

/** Deletes the selected prices at once. */
export function useDeletePrices() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (models: string[]) => call(deletePrices, { body: { models } }),
    onSuccess: () => client.invalidateQueries({ queryKey: prices }),
  });
}
