import { findModel, indexModels, isWildcard } from "@tollgate/contract/model-pattern";
import type { listPricedModels } from "@tollgate/contract/channels";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import type { EndpointAnswer } from "@tollgate/contract/endpoint";
import { AppError } from "../../platform/app-error.ts";
import type { ChannelRepository } from "../../storage/repositories/channel-repository.ts";
import { priceBook } from "../price-book.ts";
import { readOffer } from "../channel-offer.ts";
import type { GroupService } from "../groups/service.ts";
import type { ModelCatalogService } from "../model-catalog/service.ts";
import type { PricingService } from "../pricing/service.ts";
import { listOffers, type ModelOffer } from "./list-offers.ts";
import { modelFactsOf } from "./model-facts.ts";
import { type AvailableModels, noIcon, type PricingPage, presentModels, presentPricing } from "./present.ts";

export interface ModelService {
  /** Models that an enabled channel serves in a group that the caller may use; `ownGroup` undefined for a visitor. */
  available(ownGroup: string | undefined): Promise<AvailableModels>;
  /** Their names, of one group if one is given. @throws AppError token.group_not_allowed */
  names(ownGroup: string, group: string): Promise<string[]>;
  /** Their names by the number of the provider that serves them. */
  byProvider(ownGroup: string): Promise<Record<string, string[]>>;
  /** Those that have a price, in the format of the family's other branch. */
  pricing(ownGroup: string | undefined): Promise<PricingPage>;
  /** Models with a price, with or without a channel. */
  priced(): Promise<EndpointAnswer<typeof listPricedModels>>;
}

export interface ModelDependencies {
  channels: ChannelRepository;
  groups: GroupService;
  pricing: PricingService;
  catalog: ModelCatalogService;
  providers: readonly { descriptor: ProviderDescriptor }[];
}

/** The family's model lists have this as the time of every model. */
const modelCreated = 1_677_649_963;

export function createModelService(deps: ModelDependencies): ModelService {
  const providers = new Map(deps.providers.map(({ descriptor }) => [descriptor.type, descriptor]));

  async function readOffers(symbols: readonly string[]): Promise<Map<string, ModelOffer>> {
    const [rows, prices] = await Promise.all([deps.channels.allOffers(), deps.pricing.list()]);
    return listOffers(
      rows.map(readOffer),
      symbols,
      prices.map((price) => price.model),
    );
  }

  async function available(symbols: readonly string[]): Promise<AvailableModels> {
    const [offers, prices, owners, infos] = await Promise.all([
      readOffers(symbols),
      deps.pricing.list(),
      deps.catalog.owners(),
      deps.catalog.infos(),
    ]);
    const described = new Map(infos.map((info) => [info.model, info]));
    const index = indexModels(prices.map((price) => [price.model, price]));
    const names = new Map(owners.map((owner) => [owner.id, owner.name]));
    return presentModels(offers, {
      ownerOf: (type) => {
        const label = names.get(type);
        return label === undefined ? undefined : { icon: noIcon, ...providers.get(type), type, label };
      },
      priceOf: (model) => findModel(index, model),
      factsOf: (model, billedAs) => modelFactsOf(described.get(model), priceBook().find(billedAs)),
    });
  }

  const symbolsOf = async (ownGroup: string | undefined): Promise<string[]> =>
    (await deps.groups.usableBy(ownGroup)).map((group) => group.symbol);

  return {
    available: async (ownGroup) => available(await symbolsOf(ownGroup)),

    async names(ownGroup, group) {
      const symbols = await symbolsOf(ownGroup);
      if (group !== "" && !symbols.includes(group))
        throw new AppError("token.group_not_allowed", { params: { group } });
      return [...(await readOffers(group === "" ? symbols : [group])).keys()];
    },

    async byProvider(ownGroup) {
      const found: Record<string, string[]> = {};
      for (const [model, offer] of await readOffers(await symbolsOf(ownGroup)))
        (found[String(offer.type)] ??= []).push(model);
      return found;
    },

    async pricing(ownGroup) {
      const groups = await deps.groups.usableBy(ownGroup);
      const [models, owners] = await Promise.all([
        available(groups.map((group) => group.symbol)),
        deps.catalog.owners(),
      ]);
      const descriptions = new Map(
        (await deps.catalog.infos()).map(({ model, description }) => [model, description]),
      );
      return presentPricing(models, { groups, owners, descriptions });
    },

    async priced() {
      const [prices, owners] = await Promise.all([deps.pricing.list(), deps.catalog.owners()]);
      const names = new Map(owners.map((owner) => [owner.id, owner.name]));
      return prices
        .filter((price) => !isWildcard(price.model))
        .map((price) => ({
          id: price.model,
          object: "model" as const,
          created: modelCreated,
          owned_by: names.get(price.channel_type) ?? "",
        }));
    },
  };
}
