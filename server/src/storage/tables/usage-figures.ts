import type { Figures } from "@tollgate/contract/figure-sums";

/**
 * The dimensions of `usage_figures`. `group` rows are the sums of all users: there are few groups. `latency` rows count
 * calls by `latencyBounds`, in `requests` alone.
 */
export const figureDimensions = {
  group: 1,
  model: 2,
  channel: 3,
  token: 4,
  userModel: 5,
  latency: 6,
} as const;
export type FigureDimension = (typeof figureDimensions)[keyof typeof figureDimensions];

/**
 * Lengths of spans in seconds. Days of every time zone begin and end with a quarter of an hour; four hours keep the
 * number of rows small for zones far from UTC, and weeks (from a Thursday, as the epoch) for long periods.
 */
export const figureSpans = {
  minute: 60,
  quarter: 900,
  hour: 3600,
  fourHours: 14_400,
  day: 86_400,
  week: 604_800,
} as const;

/** Spans that are summed from hours, each from the one before it. Each begins with a span of the one before. */
export const longSpans = [figureSpans.fourHours, figureSpans.day, figureSpans.week] as const;

/**
 * Narrow roll-ups of calls, for charts. Quarters of an hour are written in the transaction of the usage rows, as are
 * the minutes of the last two days in the dimensions `group` and `latency`. Hours, four hours, days (UTC) and weeks are
 * rolled up from them when they have ended, see `figure_folds`.
 */
export interface UsageFiguresTable extends Figures {
  dimension: FigureDimension;
  span: number;
  /** Epoch seconds. */
  start: number;
  /** The user of a `token` or `userModel`; else 0. */
  user_id: number;
  /** Symbol, model, number of the channel or token, or index of the latency's bucket. */
  subject: string;
}
