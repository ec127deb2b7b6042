import { dollarsPerCall } from "@tollgate/contract/cost";
import type { EndpointAnswer } from "@tollgate/contract/endpoint";
import type { UserGroup } from "@tollgate/contract/groups";
import type { ModelOwner } from "@tollgate/contract/model-catalog";
import type { listAvailableModels, ModelFacts, ModelPricing } from "@tollgate/contract/models";
import type { Price } from "@tollgate/contract/pricing";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import type { ModelOffer } from "./list-offers.ts";

type NamedOwner = Pick<ProviderDescriptor, "type" | "label" | "icon" | "marksCache">;
export type AvailableModels = EndpointAnswer<typeof listAvailableModels>;

/** By name; a model without a price cannot be called yet and has `price: null`. */
export function presentModels(
  offers: ReadonlyMap<string, ModelOffer>,
  names: {
    ownerOf: (type: number) => NamedOwner | undefined;
    priceOf: (model: string) => Price | undefined;
    factsOf: (model: string, billedAs: string) => ModelFacts | undefined;
  },
): AvailableModels {
  return Object.fromEntries(
    [...offers].map(([model, offer]) => {
      const price = names.priceOf(offer.billedAs) ?? null;
      const owner = names.ownerOf(price?.channel_type ?? 0) ?? names.ownerOf(offer.type);
      const { type, label, icon } = owner ?? { type: offer.type, label: "", icon: noIcon };
      const caching = owner?.marksCache ? { marks_cache: true } : {};
      const facts = names.factsOf(model, offer.billedAs);
      const shown = { owned_by: label, owner: { type, ...icon, ...caching }, price };
      return [model, { groups: offer.groups, ...shown, ...(facts && { facts }) }];
    }),
  );
}

export const noIcon = { text: "?", color: "#6B7586" };

/** The response of `/api/pricing`: its data, and the fields next to them. */
export interface PricingPage {
  models: ModelPricing[];
  beside: Record<string, unknown>;
}

/**
 * Prices in the format of the family's other branch; models without a price are left out, since calls to them are
 * rejected.
 */
export function presentPricing(
  available: AvailableModels,
  known: {
    groups: readonly UserGroup[];
    owners: readonly ModelOwner[];
    descriptions: ReadonlyMap<string, string>;
  },
): PricingPage {
  const models = Object.entries(available).flatMap(([model, { groups, owned_by, owner, price }]) => {
    if (price === null) return [];
    const byCall = price.type === "times";
    return [
      {
        model_name: model,
        description: known.descriptions.get(model) ?? "",
        quota_type: byCall ? (1 as const) : (0 as const),
        model_ratio: byCall ? 0 : price.input,
        model_price: byCall ? dollarsPerCall(price.input) : 0,
        completion_ratio: byCall || price.input === 0 ? 1 : price.output / price.input,
        owner_by: owned_by,
        vendor_id: owner.type,
        enable_groups: groups,
        enable_group: groups,
        supported_endpoint_types: [],
      },
    ];
  });
  const vendors = new Set(models.map((model) => model.vendor_id));
  return {
    models,
    beside: {
      vendors: known.owners
        .filter(({ id }) => vendors.has(id))
        .map(({ id, name, icon }) => ({ id, name, description: "", icon })),
      group_ratio: Object.fromEntries(known.groups.map(({ symbol, ratio }) => [symbol, ratio])),
      usable_group: Object.fromEntries(known.groups.map(({ symbol, name }) => [symbol, name])),
      supported_endpoint: {},
      auto_groups: [],
    },
  };
}
