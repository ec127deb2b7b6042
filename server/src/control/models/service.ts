import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import { matchModelPattern } from "@tollgate/contract/model-pattern";
import type { ChannelRepository } from "../../storage/repositories/channel-repository.ts";
import { readOffer } from "../channel-offer.ts";
import type { GroupService } from "../groups/service.ts";
import type { PricingService } from "../pricing/service.ts";
import { listOffers } from "./list-offers.ts";
import { type AvailableModels, presentModels } from "./present.ts";

export interface ModelService {
  /** Models that an enabled channel serves in a group that the caller may use; `ownGroup` undefined for a visitor. */
  available(ownGroup: string | undefined): Promise<AvailableModels>;
}

export interface ModelDependencies {
  channels: ChannelRepository;
  groups: GroupService;
  pricing: PricingService;
  providers: readonly { descriptor: ProviderDescriptor }[];
}

export function createModelService(deps: ModelDependencies): ModelService {
  const providers = new Map(deps.providers.map(({ descriptor }) => [descriptor.type, descriptor]));
  return {
    async available(ownGroup) {
      const [rows, groups, prices] = await Promise.all([
        deps.channels.allOffers(),
        deps.groups.usableBy(ownGroup),
        deps.pricing.list(),
      ]);
      const byModel = new Map(prices.map((price) => [price.model, price]));
      const symbols = groups.map((group) => group.symbol);
      const offers = listOffers(rows.map(readOffer), symbols, [...byModel.keys()]);
      return presentModels(offers, {
        providerOf: (type) => providers.get(type),
        priceOf: (model) => byModel.get(matchModelPattern(byModel.keys(), model) ?? ""),
      });
    },
  };
}
