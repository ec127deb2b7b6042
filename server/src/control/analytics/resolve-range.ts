import {
  daysBetween,
  daysOfRange,
  type FigurePeriod,
  type FigureRange,
  hourlyDaysMost,
} from "@tollgate/contract/figure-range";
import { rejectField } from "../../platform/app-error.ts";
import { addDays, startOfDay, zoneClock } from "./zone-time.ts";

export interface RangeQuery {
  range: FigureRange;
  first_day: string;
  last_day: string;
  time_zone: string;
}

/** A range as epoch seconds. */
export interface ResolvedRange {
  period: FigurePeriod;
  /** The previous days or hours, of a running period the same part. */
  previous: FigurePeriod;
  step: "hour" | "day";
  /** Start of each span. */
  starts: number[];
}

const quarter = 900;
const hour = 3600;
const hoursShown = 24;

/** @throws AppError request.invalid for a range that begins after today */
export function resolveRange(query: RangeQuery, now: number): ResolvedRange {
  const clock = zoneClock(query.time_zone);
  if (query.range === "24h") {
    const end = now - clock.secondsOfHour(now) + hour;
    const start = end - hoursShown * hour;
    return {
      period: { start, end },
      previous: shifted({ start, end }, start - hoursShown * hour, now),
      step: "hour",
      starts: hoursOf({ start, end }),
    };
  }
  const { first, last } = daysOf(query, clock.dayOf(now));
  const days = daysBetween(first, last);
  const dayStarts = Array.from({ length: days + 1 }, (_, at) => startOfDay(clock, addDays(first, at)));
  const period = { start: dayStarts[0] ?? 0, end: dayStarts.pop() ?? 0 };
  const previous = shifted(period, startOfDay(clock, addDays(first, -days)), now);
  return days <= hourlyDaysMost
    ? { period, previous, step: "hour", starts: hoursOf(period) }
    : { period, previous, step: "day", starts: dayStarts };
}

function daysOf({ range, first_day, last_day }: RangeQuery, today: string): { first: string; last: string } {
  if (range !== "custom" && range !== "24h")
    return { first: addDays(today, 1 - daysOfRange[range]), last: today };
  if (first_day > today)
    throw rejectField({
      path: "first_day",
      code: "range.in_future",
      message: "A range must begin today or earlier.",
    });
  return { first: first_day, last: last_day < today ? last_day : today };
}

/** The previous period, which begins at `start`. */
function shifted(period: FigurePeriod, start: number, now: number): FigurePeriod {
  const passed = Math.max(quarter, Math.ceil((now + 1 - period.start) / quarter) * quarter);
  return { start, end: now < period.end ? Math.min(start + passed, period.start) : period.start };
}

function hoursOf({ start, end }: FigurePeriod): number[] {
  return Array.from({ length: Math.ceil((end - start) / hour) }, (_, at) => start + at * hour);
}
