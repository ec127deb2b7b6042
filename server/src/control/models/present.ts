import type { EndpointData } from "@tollgate/contract/endpoint";
import type { listAvailableModels } from "@tollgate/contract/models";
import type { Price } from "@tollgate/contract/pricing";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import type { ModelOffer } from "./list-offers.ts";

type ModelOwner = Pick<ProviderDescriptor, "type" | "label" | "icon" | "marksCache">;
export type AvailableModels = EndpointData<typeof listAvailableModels>;

/** By name; a model without a price cannot be called yet and says so with `price: null`. */
export function presentModels(
  offers: ReadonlyMap<string, ModelOffer>,
  names: {
    providerOf: (type: number) => ModelOwner | undefined;
    priceOf: (model: string) => Price | undefined;
  },
): AvailableModels {
  return Object.fromEntries(
    [...offers].map(([model, offer]) => {
      const price = names.priceOf(offer.billedAs) ?? null;
      const owner = names.providerOf(price?.channel_type ?? 0) ?? names.providerOf(offer.type);
      const { type, label, icon } = owner ?? { type: offer.type, label: "", icon: noIcon };
      const caching = owner?.marksCache ? { marks_cache: true } : {};
      return [model, { groups: offer.groups, owned_by: label, owner: { type, ...icon, ...caching }, price }];
    }),
  );
}

const noIcon = { text: "?", color: "#6B7586" };
