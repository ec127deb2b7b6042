import {
  type BurnRate,
  type FigureGrouping,
  type Growth,
  ownFigureGroupings,
  type SiteOverview,
  type UsageSeries,
  type UsageTotals,
} from "@tollgate/contract/analytics";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import type { FileAnswer } from "@tollgate/contract/endpoint";
import { rejectField } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../storage/database.ts";
import { createFigureNameRepository } from "../../storage/repositories/figure-name-repository.ts";
import { createFigureRepository } from "../../storage/repositories/figure-repository.ts";
import { createGrowthRepository } from "../../storage/repositories/growth-repository.ts";
import type { PriceRepository } from "../../storage/repositories/price-repository.ts";
import type { UserRepository } from "../../storage/repositories/user-repository.ts";
import type { Actor } from "../actor.ts";
import type { SettingsService } from "../settings/service.ts";
import { readGrowth, readOverview } from "./growth.ts";
import { createFigureReader, type SeriesChoice } from "./read-series.ts";
import { type RangeQuery, resolveRange } from "./resolve-range.ts";
import { seriesFile } from "./series-file.ts";

/**
 * Statistics of calls over time, from roll-ups alone. Without a user: of all users. All throw AppError request.invalid
 * for a range in the future.
 */
export interface AnalyticsService {
  /**
   * The user whose calls are queried; undefined: all users.
   * @throws AppError request.invalid
   */
  userOf(query: { username: string; by?: FigureGrouping }): Promise<number | undefined>;
  totals(query: RangeQuery, userId?: number): Promise<UsageTotals>;
  series(query: RangeQuery & SeriesChoice, userId?: number): Promise<UsageSeries>;
  /** The series as CSV. */
  file(query: RangeQuery & SeriesChoice, userId?: number): Promise<FileAnswer>;
  growth(query: RangeQuery): Promise<Growth>;
  overview(): Promise<SiteOverview>;
  burnRate(actor: Actor): Promise<BurnRate>;
}

export interface AnalyticsDependencies {
  database: Database;
  prices: PriceRepository;
  users: Pick<UserRepository, "find" | "findByUsername">;
  catalog: { owners(): Promise<readonly { id: number; name: string }[]> };
  providers: readonly { descriptor: ProviderDescriptor }[];
  settings: Pick<SettingsService, "current">;
  clock: Clock;
}

const daySeconds = 86_400;
const quarter = 900;
const burnDays = 7;
const allCalls: SeriesChoice = { by: "none", rank: "quota", top: 1 };

export function createAnalyticsService(deps: AnalyticsDependencies): AnalyticsService {
  const { database, clock, settings } = deps;
  const growth = createGrowthRepository(database);
  const reader = createFigureReader({
    figures: createFigureRepository(database),
    names: createFigureNameRepository(database.reads),
    prices: deps.prices,
    owners: () => deps.catalog.owners(),
    providers: new Map(deps.providers.map(({ descriptor }) => [descriptor.type, descriptor.label])),
    now: clock.now,
  });
  const series = (query: RangeQuery & SeriesChoice, userId?: number): Promise<UsageSeries> =>
    reader.series(resolveRange(query, clock.now()), query, userId);

  return {
    async userOf({ username, by = "none" }) {
      if (username === "") return undefined;
      if (!(ownFigureGroupings as readonly FigureGrouping[]).includes(by))
        throw rejectField({
          path: "by",
          code: "figures.not_of_one_user",
          message: "The calls of one user can be grouped by model, model owner or token.",
          params: {},
        });
      const user = await deps.users.findByUsername(username);
      if (user) return user.id;
      throw rejectField({
        path: "username",
        code: "figures.unknown_user",
        message: "There is no user with this name.",
        params: {},
      });
    },

    async totals(query, userId) {
      const { period, previous: previous_period } = resolveRange(query, clock.now());
      const [current, previous, figures_begin] = await Promise.all([
        reader.sums(period, userId),
        reader.sums(previous_period, userId),
        reader.begin(),
      ]);
      return { period, previous_period, current, previous, figures_begin };
    },

    series,

    file: async (query, userId) => seriesFile(await series(query, userId), settings.current().QuotaPerUnit),

    growth: (query) => readGrowth(growth, resolveRange(query, clock.now())),

    overview: () => readOverview(growth),

    async burnRate(actor) {
      const now = clock.now();
      const end = (Math.floor(now / quarter) + 1) * quarter;
      const start = end - burnDays * daySeconds;
      const starts = Array.from({ length: burnDays }, (_, day) => start + day * daySeconds);
      const period = { start, end };
      const [{ total, values }, user] = await Promise.all([
        reader.series({ period, previous: period, step: "day", starts }, allCalls, actor.id),
        deps.users.find(actor.id),
      ]);
      const balance = user?.quota ?? 0;
      // Someone who began to spend this week spends more a day than a seventh of it.
      const isNew = (user?.used_quota ?? 0) <= total.quota;
      const unused = isNew
        ? Math.max(
            0,
            values.quota.findIndex((quota) => quota > 0),
          )
        : 0;
      const per_day = total.quota / (burnDays - unused);
      return {
        balance,
        last_7_days: total.quota,
        per_day,
        days_left: per_day > 0 ? Math.max(0, Math.floor(balance / per_day)) : null,
      };
    },
  };
}
