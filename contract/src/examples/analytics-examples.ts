import { figureNames, noFigures } from "../figures.ts";

/** Figures of analytics and of the pulse. */
const current = {
  requests: 310,
  quota: 150_000,
  prompt_tokens: 48_000,
  completion_tokens: 26_000,
  failed: 3,
  refused: 2,
  cancelled: 4,
  cut: 1,
  timed_requests: 308,
  response_time: 594_000,
  streams: 200,
  first_token_time: 124_000,
};
const previous = { ...current, requests: 280, quota: 131_000, failed: 1 };
const period = { start: 1_769_817_600, end: 1_769_990_400 };
const previous_period = { start: 1_769_644_800, end: 1_769_817_600 };
const starts = [1_769_817_600, 1_769_904_000];
const values = Object.fromEntries(figureNames.map((name) => [name, [0, current[name]]]));
const nothing = Object.fromEntries(figureNames.map((name) => [name, [0, 0]]));
const group = {
  key: "gpt-4o",
  label: "gpt-4o",
  owner_name: "",
  deleted: false,
  total: current,
  values,
};
const registrations = { direct: 4, invited: 2 };
const redemptions = { codes: 3, quota: 1_500_000, users: 2 };
const orders = {
  gateway_id: 2,
  gateway_name: "Cards",
  currency: "USD",
  orders: 5,
  amount: 120,
  refunded: 0,
  quota: 60_000_000,
};
const money = { currency: "USD", values: [0, 120] };
const registrationGrowth = {
  current: registrations,
  previous: { direct: 3, invited: 0 },
  direct: [1, 3],
  invited: [0, 2],
};
const redemptionGrowth = {
  current: redemptions,
  previous: { codes: 1, quota: 500_000, users: 1 },
  codes: [1, 2],
  quota: [500_000, 1_000_000],
};
const orderGrowth = {
  current: [orders],
  previous: [],
  count: [0, 5],
  quota: [0, 60_000_000],
  amounts: [money],
};
const codes = { issued: 80, issued_quota: 40_000_000, redeemed: 50, redeemed_quota: 25_000_000 };
const paid = { currency: "USD", amount: 2400, orders: 61 };
const strip = {
  id: 4,
  name: "OpenAI, main account",
  type: 1,
  enabled: true,
  state: "healthy",
  successes: [20, 24, 31, 18, 22, 27, 25, 30, 19, 23, 26, 9],
  errors: [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
};
const channels = {
  start: 1_769_900_700,
  span: 300,
  count: 12,
  states: { failing: 0, degraded: 0, healthy: 1, idle: 3 },
  strips: [strip],
};

export const analyticsExamples = {
  Figures: current,
  FigureColumns: values,
  FigurePeriod: period,
  UsageTotals: { period, previous_period, current, previous, figures_begin: 1_767_225_600 },
  FigureGroup: group,
  FigureRemainder: { groups: 2, total: noFigures, values: nothing },
  UsageSeries: {
    period,
    step: "day",
    starts,
    groups: [group],
    other: null,
    total: current,
    values,
    figures_begin: 1_767_225_600,
  },
  RegistrationSums: registrations,
  RedemptionSums: redemptions,
  OrderSums: orders,
  CurrencyColumn: money,
  Growth: {
    period,
    previous_period,
    step: "day",
    starts,
    registrations: registrationGrowth,
    redemptions: redemptionGrowth,
    orders: orderGrowth,
  },
  RegistrationGrowth: registrationGrowth,
  RedemptionGrowth: redemptionGrowth,
  OrderGrowth: orderGrowth,
  PaidSum: paid,
  SiteOverview: {
    spending: { quota: 91_000_000, balance: 320_000_000 },
    users: { total: 48, direct: 31, invited: 17 },
    channels: { enabled: 12, disabled: 2, disabled_automatically: 1 },
    recharge: { redeemed: 25_000_000, ordered: 1_200_000_000, paid: [paid] },
    codes,
  },
  CodeSums: codes,
  BurnRate: { balance: 4_850_000, last_7_days: 2_800_000, per_day: 400_000, days_left: 12 },
  ChannelStrip: strip,
  PulseChannels: channels,
  Pulse: {
    now: 1_769_904_090,
    start: 1_769_904_000,
    span: 60,
    count: 2,
    values,
    p95: [null, 5000],
    total: current,
    total_p95: 5000,
    channels,
  },
} as const;
