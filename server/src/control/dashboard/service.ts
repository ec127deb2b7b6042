import type { DashboardRow, getChecklist, getUncollected, UsageRow } from "@tollgate/contract/dashboard";
import type { EndpointData } from "@tollgate/contract/endpoint";
import { indexModels } from "@tollgate/contract/model-pattern";
import { unpricedModels } from "@tollgate/contract/unpriced-models";
import { rejectField } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { ChannelRepository } from "../../storage/repositories/channel-repository.ts";
import type { PriceRepository } from "../../storage/repositories/price-repository.ts";
import type { TokenRepository } from "../../storage/repositories/token-repository.ts";
import type { UsageRepository } from "../../storage/repositories/usage-repository.ts";
import type { Actor } from "../actor.ts";
import { readOffer } from "../channel-offer.ts";
import { presentUsageDay } from "./present.ts";

const hourSeconds = 3600;
const daySeconds = 86_400;
const weekSeconds = 7 * daySeconds;
const longestSpan = 31 * daySeconds;
/** Today and the seven days before it. */
const daysShown = 8;
/** Today and the 29 days before it, in UTC. */
const uncollectedDays = 30;
/** Unpriced models that the checklist names; it counts the others. */
const unpricedNamed = 3;

export interface DashboardService {
  /**
   * Days are those of a zone `offsetMinutes` east of UTC; an hour that a zone's midnight splits counts where it begins.
   */
  usage(actor: Actor, offsetMinutes: number): Promise<DashboardRow[]>;
  /** Epoch seconds; 0: now, and a week before the end. By hour up to a week, by day above. */
  ownUsage(actor: Actor, span: { start_timestamp: number; end_timestamp: number }): Promise<UsageRow[]>;
  checklist(): Promise<EndpointData<typeof getChecklist>>;
  /** Cost that no balance covered. */
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

    async ownUsage(actor, { start_timestamp, end_timestamp }) {
      const until = end_timestamp || deps.clock.now();
      const from = start_timestamp || until - weekSeconds;
      if (until - from > longestSpan) throw rejectField(spanTooLong);
      const seconds = until - from <= weekSeconds ? hourSeconds : daySeconds;
      // The hour in which the span begins counts whole.
      const hours = { from: from - (from % hourSeconds), until };
      const rows = await deps.usage.bySpanAndModel(actor.id, hours, seconds);
      return rows.map((row) => ({
        user_id: actor.id,
        username: actor.username,
        model_name: row.model_name,
        created_at: Number(row.start),
        count: row.request_count,
        quota: row.quota,
        token_used: row.prompt_tokens + row.completion_tokens,
      }));
    },

    uncollected() {
      const today = Math.floor(deps.clock.now() / daySeconds);
      return deps.usage.uncollected((today - uncollectedDays + 1) * daySeconds);
    },

    async checklist() {
      const [has_channel, unpriced, has_token, has_request] = await Promise.all([
        deps.channels.any(),
        rejectedModels(deps),
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

/** The contract rejects this where both times are set. */
const spanTooLong = {
  path: "end_timestamp",
  code: "date.span",
  message: "The end must be after the start, by at most 31 days.",
};

/** Models of enabled channels whose calls are rejected, sorted. */
async function rejectedModels(deps: DashboardDependencies): Promise<string[]> {
  const [rows, offers] = await Promise.all([deps.prices.all(), deps.channels.allOffers()]);
  const prices = indexModels(rows.map((row) => [row.model, row]));
  const enabled = offers.map(readOffer).filter((offer) => offer.enabled);
  const rejected = enabled.flatMap((offer) => unpricedModels(offer.models, offer.billedAs, prices));
  return [...new Set(rejected)].sort();
}

function firstSecond(now: number, offsetMinutes: number): number {
  const offset = offsetMinutes * 60;
  const today = Math.floor((now + offset) / daySeconds);
  return (today - daysShown + 1) * daySeconds - offset;
}
