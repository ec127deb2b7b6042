import type { DashboardRow, getChecklist, getUncollected } from "@tollgate/contract/dashboard";
import type { EndpointData } from "@tollgate/contract/endpoint";
import { indexModels } from "@tollgate/contract/model-pattern";
import { unpricedModels } from "@tollgate/contract/unpriced-models";
import type { Clock } from "../../platform/clock.ts";
import type { ChannelRepository } from "../../storage/repositories/channel-repository.ts";
import type { PriceRepository } from "../../storage/repositories/price-repository.ts";
import type { TokenRepository } from "../../storage/repositories/token-repository.ts";
import type { UsageRepository } from "../../storage/repositories/usage-repository.ts";
import type { Actor } from "../actor.ts";
import { readOffer } from "../channel-offer.ts";
import { presentUsageDay } from "./present.ts";

const daySeconds = 86_400;
/** Today and the seven days before it. */
const daysShown = 8;
/** Today and the 29 days before it, in UTC. */
const uncollectedDays = 30;
/** Models without a price that the checklist names; it counts the others. */
const unpricedNamed = 3;

export interface DashboardService {
  /** Days are those of a zone `offsetMinutes` east of UTC; an hour that a zone's midnight splits counts where it begins. */
  usage(actor: Actor, offsetMinutes: number): Promise<DashboardRow[]>;
  checklist(): Promise<EndpointData<typeof getChecklist>>;
  /** What no balance covered. */
  uncollected(): Promise<EndpointData<typeof getUncollected>>;
}

export interface DashboardDependencies {
  usage: UsageRepository;
  channels: ChannelRepository;
  prices: PriceRepository;
  tokens: TokenRepository;
  clock: Clock;
}

export function createDashboardService(deps: DashboardDependencies): DashboardService {
  return {
    async usage(actor, offsetMinutes) {
      const from = firstSecond(deps.clock.now(), offsetMinutes);
      return (await deps.usage.byDayAndModel(actor.id, from, offsetMinutes)).map(presentUsageDay);
    },

    uncollected() {
      const today = Math.floor(deps.clock.now() / daySeconds);
      return deps.usage.uncollected((today - uncollectedDays + 1) * daySeconds);
    },

    async checklist() {
      const [has_channel, unpriced, has_token, has_request] = await Promise.all([
        deps.channels.any(),
        refusedModels(deps),
        deps.tokens.anyOfAnybody(),
        deps.usage.any(),
      ]);
      return {
        has_channel,
        has_price: has_channel && unpriced.length === 0,
        has_token,
        has_request,
        unpriced_count: unpriced.length,
        unpriced_models: unpriced.slice(0, unpricedNamed),
      };
    },
  };
}

/** Models of enabled channels that calls are refused for, sorted. */
async function refusedModels(deps: DashboardDependencies): Promise<string[]> {
  const [rows, offers] = await Promise.all([deps.prices.all(), deps.channels.allOffers()]);
  const prices = indexModels(rows.map((row) => [row.model, row]));
  const enabled = offers.map(readOffer).filter((offer) => offer.enabled);
  const refused = enabled.flatMap((offer) => unpricedModels(offer.models, offer.billedAs, prices));
  return [...new Set(refused)].sort();
}

function firstSecond(now: number, offsetMinutes: number): number {
  const offset = offsetMinutes * 60;
  const today = Math.floor((now + offset) / daySeconds);
  return (today - daysShown + 1) * daySeconds - offset;
}
