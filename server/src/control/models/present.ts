import type { EndpointData } from "@tollgate/contract/endpoint";
import type { listAvailableModels } from "@tollgate/contract/models";
import type { Price } from "@tollgate/contract/pricing";
import type { ModelOffer } from "./list-offers.ts";

export type AvailableModels = EndpointData<typeof listAvailableModels>;

/** By name; a model without a price cannot be called yet and says so with `price: null`. */
export function presentModels(
  offers: ReadonlyMap<string, ModelOffer>,
  names: { ownerOf: (type: number) => string; priceOf: (model: string) => Price | undefined },
): AvailableModels {
  return Object.fromEntries(
    [...offers].map(([model, offer]) => [
      model,
      {
        groups: offer.groups,
        owned_by: names.ownerOf(offer.type),
        price: names.priceOf(offer.billedAs) ?? null,
      },
    ]),
  );
}
