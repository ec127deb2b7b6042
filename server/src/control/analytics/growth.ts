import type { Growth, OrderSums, SiteOverview } from "@tollgate/contract/analytics";
import type { FigurePeriod } from "@tollgate/contract/figure-range";
import { moneyNumber } from "@tollgate/contract/top-up";
import type { GrowthRepository } from "../../storage/repositories/growth-repository.ts";
import type { ResolvedRange } from "./resolve-range.ts";

type OrderRow = Awaited<ReturnType<GrowthRepository["orders"]>>[number];

/** Registrations, redeemed codes and paid orders of a range. */
export async function readGrowth(growth: GrowthRepository, range: ResolvedRange): Promise<Growth> {
  const { period, previous, step, starts } = range;
  const [registrations, redemptions, orders, before] = await Promise.all([
    growth.registrations(period),
    growth.redemptions(period),
    growth.orders(period),
    readSums(growth, previous),
  ]);
  const inSpans = <Row extends { start: number }>(rows: readonly Row[], valueOf: (row: Row) => number) =>
    toColumn(rows, valueOf, starts);
  const currencies = [...new Set(orders.map(({ currency }) => currency))].sort();
  return {
    period,
    previous_period: previous,
    step,
    starts,
    registrations: {
      current: sumRegistrations(registrations),
      previous: before.registrations,
      direct: inSpans(registrations, (row) => row.direct),
      invited: inSpans(registrations, (row) => row.invited),
    },
    redemptions: {
      current: { ...sumRedemptions(redemptions), users: Number(await growth.redeemers(period)) },
      previous: before.redemptions,
      codes: inSpans(redemptions, (row) => row.codes),
      quota: inSpans(redemptions, (row) => row.quota),
    },
    orders: {
      current: sumOrders(orders),
      previous: before.orders,
      count: inSpans(orders, (row) => row.orders),
      quota: inSpans(orders, (row) => row.quota),
      amounts: currencies.map((currency) => ({
        currency,
        values: inSpans(
          orders.filter((row) => row.currency === currency),
          (row) => row.amount,
        ).map((amount) => moneyNumber(amount, currency)),
      })),
    },
  };
}

async function readSums(growth: GrowthRepository, period: FigurePeriod) {
  const [registrations, redemptions, redeemers, orders] = await Promise.all([
    growth.registrations(period),
    growth.redemptions(period),
    growth.redeemers(period),
    growth.orders(period),
  ]);
  return {
    registrations: sumRegistrations(registrations),
    redemptions: { ...sumRedemptions(redemptions), users: Number(redeemers) },
    orders: sumOrders(orders),
  };
}

const total = <Row>(rows: readonly Row[], valueOf: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + Number(valueOf(row)), 0);

const sumRegistrations = (rows: readonly { direct: number; invited: number }[]) => ({
  direct: total(rows, (row) => row.direct),
  invited: total(rows, (row) => row.invited),
});

const sumRedemptions = (rows: readonly { codes: number; quota: number }[]) => ({
  codes: total(rows, (row) => row.codes),
  quota: total(rows, (row) => row.quota),
});

function sumOrders(rows: readonly OrderRow[]): OrderSums[] {
  const groups = Map.groupBy(rows, (row) => `${row.gateway_id} ${row.currency}`);
  return [...groups.values()]
    .flatMap((members) => {
      const [first] = members;
      if (!first) return [];
      const { gateway_id, gateway_name, currency } = first;
      return {
        gateway_id,
        gateway_name: gateway_name || `#${gateway_id}`,
        currency,
        orders: total(members, (row) => row.orders),
        amount: moneyNumber(
          total(members, (row) => row.amount),
          currency,
        ),
        refunded: moneyNumber(
          total(members, (row) => row.refunded),
          currency,
        ),
        quota: total(members, (row) => row.quota),
      };
    })
    .sort((a, b) => b.quota - a.quota || a.gateway_id - b.gateway_id);
}

/** Sums rows into the spans that begin at `starts`; rows before the first are left out. */
function toColumn<Row extends { start: number }>(
  rows: readonly Row[],
  valueOf: (row: Row) => number,
  starts: readonly number[],
): number[] {
  const column = starts.map(() => 0);
  for (const row of rows) {
    const at = starts.findLastIndex((start) => start <= row.start);
    if (at >= 0) column[at] = (column[at] ?? 0) + Number(valueOf(row));
  }
  return column;
}

/** The current state of the site. */
export async function readOverview(growth: GrowthRepository): Promise<SiteOverview> {
  const [users, channels, codes, paid] = await Promise.all([
    growth.users(),
    growth.channels(),
    growth.codes(),
    growth.paid(),
  ]);
  const totalUsers = Number(users.total);
  const invited = Number(users.invited);
  return {
    spending: { quota: Number(users.spent), balance: Number(users.balance) },
    users: { total: totalUsers, direct: totalUsers - invited, invited },
    channels: {
      enabled: Number(channels.enabled),
      disabled: Number(channels.disabled),
      disabled_automatically: Number(channels.disabled_automatically),
    },
    recharge: {
      redeemed: Number(codes.redeemed_quota),
      ordered: total(paid, (row) => row.quota),
      paid: paid.map(({ currency, amount, orders }) => ({
        currency,
        amount: moneyNumber(Number(amount), currency),
        orders: Number(orders),
      })),
    },
    codes: {
      issued: Number(codes.issued),
      issued_quota: Number(codes.issued_quota),
      redeemed: Number(codes.redeemed),
      redeemed_quota: Number(codes.redeemed_quota),
    },
  };
}
