import { defaultGroup } from "@tollgate/contract/groups";
import { indexModels } from "@tollgate/contract/model-pattern";
import type { PriceSimulation, SimulatedCall } from "@tollgate/contract/price-simulation";
import { AppError } from "../../platform/app-error.ts";
import type { ChannelRepository } from "../../storage/repositories/channel-repository.ts";
import type { PriceRepository } from "../../storage/repositories/price-repository.ts";
import type { UserGroupRepository } from "../../storage/repositories/user-group-repository.ts";
import type { UserRepository } from "../../storage/repositories/user-repository.ts";
import { readOffer } from "../channel-offer.ts";
import { presentPrice } from "./present.ts";
import { type SimulatedOffer, type SimulationFacts, simulateCall } from "./simulate-call.ts";

export interface PriceSimulator {
  /**
   * The cost of a call, with its reasons.
   * @throws AppError user.not_found, channel.not_found
   */
  simulate(call: SimulatedCall): Promise<PriceSimulation>;
}

export interface SimulatorDependencies {
  prices: Pick<PriceRepository, "all">;
  channels: Pick<ChannelRepository, "allOffers" | "allPlugins">;
  groups: Pick<UserGroupRepository, "findBySymbol">;
  users: Pick<UserRepository, "find">;
  tierRatio: SimulationFacts["tierRatio"];
  fieldRatio: SimulationFacts["fieldRatio"];
}

export function createPriceSimulator(deps: SimulatorDependencies): PriceSimulator {
  return {
    async simulate(call) {
      const user = call.user_id > 0 ? await deps.users.find(call.user_id) : undefined;
      if (call.user_id > 0 && !user) throw new AppError("user.not_found");
      const symbol = call.group || user?.group || defaultGroup;
      const [group, rows, plugins, prices] = await Promise.all([
        deps.groups.findBySymbol(symbol),
        deps.channels.allOffers(),
        deps.channels.allPlugins(),
        deps.prices.all(),
      ]);
      const offers = rows.map((row) => ({
        ...readOffer(row),
        plugin: JSON.parse(plugins.get(row.id) || "{}") as SimulatedOffer["plugin"],
      }));
      if (call.channel_id > 0 && !offers.some(({ id }) => id === call.channel_id))
        throw new AppError("channel.not_found");
      return simulateCall({
        call,
        user: user ? { id: user.id, username: user.username } : null,
        group: { symbol, name: group?.name ?? symbol, ratio: group?.ratio ?? 1 },
        groupUsable: group?.enable === 1,
        offers,
        prices: indexModels(prices.map((row) => [row.model, presentPrice(row)])),
        tierRatio: deps.tierRatio,
        fieldRatio: deps.fieldRatio,
      });
    },
  };
}
