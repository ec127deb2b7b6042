import {
  exportOwnUsageSeries,
  exportUsageSeries,
  getBurnRate,
  getGrowth,
  getOwnUsageSeries,
  getOwnUsageTotals,
  getSiteOverview,
  getUsageSeries,
  getUsageTotals,
} from "@tollgate/contract/analytics";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { AnalyticsService } from "./service.ts";

export function registerAnalyticsRoutes(register: RegisterEndpoint, analytics: AnalyticsService): void {
  register(getUsageTotals, async ({ query }) => analytics.totals(query, await analytics.userOf(query)));
  register(getOwnUsageTotals, ({ actor, query }) => analytics.totals(query, actor.id));
  register(getUsageSeries, async ({ query }) => analytics.series(query, await analytics.userOf(query)));
  register(getOwnUsageSeries, ({ actor, query }) => analytics.series(query, actor.id));
  register(exportUsageSeries, async ({ query }) => analytics.file(query, await analytics.userOf(query)));
  register(exportOwnUsageSeries, ({ actor, query }) => analytics.file(query, actor.id));
  register(getGrowth, ({ query }) => analytics.growth(query));
  register(getSiteOverview, () => analytics.overview());
  register(getBurnRate, ({ actor }) => analytics.burnRate(actor));
}
