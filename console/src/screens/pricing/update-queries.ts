import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  applyPriceUpdate,
  type PriceListSource,
  type PriceUpdateForm,
  previewPriceUpdate,
} from "@tollgate/contract/price-updates";
import { call } from "../../lib/api-client";

/** Compares a price list with the prices there are. Its failure is shown in the panel. */
export function usePreviewUpdate() {
  return useMutation({
    mutationFn: (body: PriceListSource) => call(previewPriceUpdate, { body }),
    meta: { silent: true },
  });
}

export function useApplyUpdate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PriceUpdateForm) => call(applyPriceUpdate, { body }),
    meta: { silent: true },
    onSuccess: () => client.invalidateQueries({ queryKey: ["prices"] }),
  });
}
