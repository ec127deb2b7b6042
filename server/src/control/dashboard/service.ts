import type { DashboardRow, getChecklist, getUncollected } from "@tollgate/contract/dashboard";
import type { EndpointData } from "@tollgate/contract/endpoint";
import type { Clock } from "../../platform/clock.ts";
import type { ChannelRepository } from "../../storage/repositories/channel-repository.ts";
import type { PriceRepository } from "../../storage/repositories/price-repository.ts";
import type { TokenRepository } from "../../storage/repositories/token-repository.ts";
import type { UsageRepository } from "../../storage/repositories/usage-repository.ts";
import type { Actor } from "../actor.ts";
import { presentUsageDay } from "./present.ts";

const daySeconds = 86_400;
/** Today and the seven days before it. */
const daysShown = 8;
/** Today and the 29 days before it, in UTC. */
const uncollectedDays = 30;

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
      const [has_channel, has_price, has_token, has_request] = await Promise.all([
        deps.channels.any(),
        deps.prices.any(),
        deps.tokens.anyOfAnybody(),
        deps.usage.any(),
      ]);
      return { has_channel, has_price, has_token, has_request };
    },
  };
}

function firstSecond(now: number, offsetMinutes: number): number {
  const offset = offsetMinutes * 60;
  const today = Math.floor((now + offset) / daySeconds);
  return (today - daysShown + 1) * daySeconds - offset;
}
